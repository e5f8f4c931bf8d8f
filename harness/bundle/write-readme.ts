import { nameFailure } from '../record/judge-replay.ts'
import { CHECKOUT_PROGRAM } from '../record/program.ts'
import type { RecordScenario, RecordStandings } from '../record/record.ts'
import { describeStandIns, listStandInsOf } from '../record/stand-ins.ts'
import { BUNDLE_FILES, type BundleManifest } from './bundle.ts'

/** Write what somebody needs who has the bundle and nothing else. */
export function writeReadme(
  { toolchain, seed, id, subject }: Omit<BundleManifest, 'files' | 'bundleVersion'>,
  scenario: RecordScenario,
  standings: RecordStandings | undefined,
): string {
  const { name, findings, steps, finalBlock, stateDigest } = scenario
  const [finding] = findings
  const step = steps.find(({ index }) => index === finding?.step)
  const identity = quote(nameFailure(scenario))
  const dirty =
    toolchain.isDirty === true
      ? 'The working tree differed from that commit: without its changes the code is another one, and the replay says so.\n'
      : ''
  const standIns = describeStandIns(listStandInsOf(scenario, standings))
  return `# A failure of Assay, to be seen again

${quote(name)} failed: ${identity}

- expected: ${quote(finding?.expected ?? '')}
- found: ${quote(finding?.found ?? '')}
- scenario: ${quote(id)}, seed ${quote(seed)}${step === undefined ? '' : `, step ${step.index + 1}: ${quote(step.title)}`}${standIns && `\n- ${standIns}`}

## See it again

You need Linux on x86-64, git and npm 11; Node, Anvil and the compiler come with \`npm ci\`. The chain is in this bundle: the
replay asks no network.

\`\`\`sh
git clone <the repository of Assay> assay && cd assay
git checkout ${toolchain.gitCommit ?? '<the commit that was used; it was none>'}
npm ci
${CHECKOUT_PROGRAM} replay <this file, as it is: it need not be unpacked>
\`\`\`

${dirty}It says first what differs from the versions below, then runs
${WHAT[subject.kind]} and says \`reproduced\` (exit code 1) when all of this is the same; it may also pass now (0), or differ (3):

| | |
|---|---|
| failure | ${identity} |
| final block | ${finalBlock.number}, \`${finalBlock.hash}\` |
| state digest | \`${stateDigest}\` |

## What it was found with

| | version | SHA-256 |
|---|---|---|
| Assay | ${toolchain.assayVersion}, commit ${toolchain.gitCommit ?? 'none'} | \`${toolchain.codeHash}\` (sources and lockfile) |
| Node | ${toolchain.nodeVersion} | |
| Anvil | ${toolchain.anvilVersion} | \`${toolchain.anvilHash}\` |
| solc | ${toolchain.solcVersion} | \`${toolchain.solcHash}\` |
| platform | ${toolchain.platform} | |

## What is in it

- \`${BUNDLE_FILES.manifest}\`: what is above, and the SHA-256 of each other file
- \`scenario/\`: what was run, with what it was before it was made small
- \`${BUNDLE_FILES.cassette}\`: what the fork asks of its chain, and the answers
- \`${BUNDLE_FILES.record}\`: the record of the run; its options, matrix, draws and property say what was chosen and drawn
- \`${BUNDLE_FILES.steps}\`: the steps around the failure with all that was recorded of them
- \`${BUNDLE_FILES.changes}\`: what the steps changed, as the harness saw it
- \`${BUNDLE_FILES.events}\`: what the stack reported, in its order

Secrets that the run knew are taken out.
`
}

/** What acts on a terminal, breaks a line or is not seen. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/gu

/** Quote what people wrote: within a code span nothing has a meaning but as many backticks as began it. */
function quote(text: string): string {
  if (text === '') return ''
  const shown = text
    .replaceAll('\n', ' ')
    .replaceAll('|', '¦')
    .replace(HIDDEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
  const ticks = '`'.repeat(1 + Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)))
  return ticks.length === 1 ? `\`${shown}\`` : `${ticks} ${shown} ${ticks}`
}

const WHAT = {
  scenario: 'the scenario of the bundle',
  case: 'the case of the bundle beside the model',
  property: "the checkout's own property, which has to be that of the bundle",
} as const
