import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeVisible } from '../../../reports/text/make-visible.ts'
import type { Bundle } from '../../bundle/bundle.ts'
import { compareToolchain } from '../../bundle/compare-toolchain.ts'
import { readBundle } from '../../bundle/read-bundle.ts'
import { HarnessError } from '../../errors.ts'
import { changedFiles } from '../../record/compare-provenance.ts'
import { judgeReplay, nameFailure } from '../../record/judge-replay.ts'
import type { RecordScenario } from '../../record/record.ts'
import { EXIT_CODES } from '../exit-codes.ts'
import { hashFiles } from '../hash-code.ts'
import type { CliIo } from '../io.ts'
import { PROJECT_ROOT } from '../paths.ts'
import { openCassette } from '../tape.ts'
import { type Forks, openForks, type UpstreamOptions } from '../upstream.ts'
import { isForeignCode, makeJob } from './make-job.ts'
import { playJob } from './play-job.ts'
import { readToolchain } from './read-toolchain.ts'

/** Bytes with which a gzip file begins (RFC 1952), and so a bundle. */
const GZIP = [0x1f, 0x8b]

/** How `assay bundle` names what it writes: what of it is cut off at once, or packed anew, does not begin like one. */
const BUNDLE_NAME = /\.(?:tar\.gz|tgz)$/i

/** Tell a bundle from a record and from a scenario. */
export function isBundle(path: string): boolean {
  if (BUNDLE_NAME.test(path)) return true
  const bytes = readFileSync(path)
  return GZIP.every((byte, index) => bytes[index] === byte)
}

/**
 * Run the failure of a bundle again without any network; answers the exit code.
 *
 * What differs from where it was found is said before anything runs.
 */
export async function replayBundle(
  path: string,
  options: Pick<UpstreamOptions, 'anvil' | 'stateDir'>,
  io: CliIo,
): Promise<number> {
  const bundle = readBundle(readFileSync(path), path)
  const { manifest } = bundle
  const forks = openForks({ ...options, onProgress: io.progress })
  const files = hashOwn(bundle)
  const differences = [
    ...compareToolchain(manifest.toolchain, await readToolchain(forks)),
    ...changedFiles(bundle.record.provenance, { files }, [manifest.file]).map(
      (file) => `the property ${file} is not that of the bundle`,
    ),
  ]
  const said =
    differences.length === 0
      ? [`replay of a failure of ${manifest.runId}: code and versions are as they were`]
      : [
          `replay of a failure of ${manifest.runId}, but not with the same:`,
          ...differences.map((each) => `  ${each}`),
        ]
  io.progress(makeVisible(said.join('\n')))
  return report(bundle, files, await replayed(bundle, path, forks, io), io)
}

/** Run the failure of a bundle again, on a fork of its cassette. */
export async function replayed(
  { manifest, record, scenario: text, cassette }: Bundle,
  where: string,
  forks: Forks,
  io: CliIo,
): Promise<RecordScenario> {
  const [recorded] = record.scenarios
  if (recorded === undefined) throw new TypeError('a bundle holds one scenario')
  const job = makeJob({ ...manifest, text, record: recorded }, record.provenance.origin.chainId)
  if (isForeignCode(job, text)) {
    throw new HarnessError('BUNDLE_REFUSED', 'the scenario of the bundle brings code', {
      where: manifest.file,
      expected: 'steps without code of their own, or the very file of this checkout',
      found: 'code that would run on this machine',
      hint: 'read scenario/scenario.yaml in the bundle; if you trust it, keep it under that name in your checkout and replay again',
    })
  }
  const { upstream } = await openCassette(cassette, where, forks.stateDir)
  return (await playJob(job, upstream, forks, io)).record
}

/** Hash what is run: code is never taken from a bundle, its property is the checkout's own; anything else is in it. */
function hashOwn({ manifest: { file, subject }, record }: Bundle): Readonly<Record<string, string>> {
  if (subject.kind !== 'property') return record.provenance.files
  if (existsSync(join(PROJECT_ROOT, file))) return hashFiles([file])
  throw new HarnessError('SCENARIO_INVALID', 'the property of the bundle is not in this checkout', {
    where: file,
    expected: 'the property, whose code is never taken from a bundle',
    found: 'no file',
    hint: 'check out the commit that the README of the bundle names',
  })
}

function report(
  { record: then }: Bundle,
  files: Readonly<Record<string, string>>,
  now: RecordScenario,
  io: CliIo,
): number {
  const { outcome, differsIn } = judgeReplay(then, {
    scenarios: [now],
    provenance: { ...then.provenance, files },
  })
  const { id, verdict, broken, finalBlock, stateDigest } = now
  io.print(makeVisible(`${outcome === 'differs' ? 'differs in' : outcome}  ${id}`))
  for (const difference of differsIn) io.print(makeVisible(`  ${difference}`))
  if (broken !== undefined) {
    io.progress(`${io.errorColors.red('error')} ${broken.code}: ${makeVisible(broken.message)}`)
    return EXIT_CODES.broken
  }
  io.print(`  failure       ${verdict === 'failed' ? nameFailure(now) : 'none'}`)
  io.print(`  final block   ${finalBlock.number} ${finalBlock.hash}`)
  io.print(`  state digest  ${stateDigest}`)
  return CODES[outcome]
}

const CODES = {
  reproduced: EXIT_CODES.findings,
  'passes now': EXIT_CODES.pass,
  differs: EXIT_CODES.differs,
} as const
