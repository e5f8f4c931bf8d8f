import { mkdtempSync, rmSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { STATE_DIR } from '../../harness/cli/paths.ts'
import { serveUpstream } from '../../harness/cli/upstream.ts'
import { createEnvironment, type Environment } from '../../harness/stage/environment.ts'
import { type Entry, isMet, renderEntry } from './measure/figure.ts'
import { createLoadMeter } from './measure/load.ts'
import type { Bench, Subject } from './measure/subject.ts'
import { profileAction } from './profile/profile-action.ts'
import { describeMachine, keepResults } from './results.ts'
import { SUBJECTS } from './subjects/index.ts'

const USAGE = `npm run bench -- [--quick] [--only <subject>[,…]] [--profile]

  --quick    fewer rounds, and not: ${SUBJECTS.filter(({ isLong }) => isLong)
    .map(({ name }) => name)
    .join(', ')}
  --only     measure these alone
  --profile  measure nothing; write a CPU profile and the request waterfall of a preview with its commit

${SUBJECTS.map(({ name, description }) => `  ${name.padEnd(11)} ${description}`).join('\n')}`

/** What the command line asks for; undefined when it cannot be understood. */
function readCommandLine() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        profile: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    const names = values.only?.split(',')
    const unknown = names?.filter((name) => SUBJECTS.every((subject) => subject.name !== name)) ?? []
    if (unknown.length > 0) throw new Error(`no subject is called ${unknown.join(', ')}`)
    const isChosen = ({ name, isLong }: Subject) => names?.includes(name) ?? !(values.quick && isLong)
    return { ...values, subjects: SUBJECTS.filter(isChosen) }
  } catch (cause) {
    console.error(`error: ${(cause as Error).message}\n`)
    return undefined
  }
}

const commandLine = readCommandLine()
if (commandLine === undefined || commandLine.help) {
  console.error(USAGE)
  process.exit(commandLine === undefined ? 2 : 0)
}
// All that is written meanwhile is in one place, which goes with the process, however that ends.
const scratch = mkdtempSync(join(tmpdir(), 'assay-bench-'))
process.env.TMPDIR = scratch
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]))
}
const served = await serveUpstream({ onProgress: (message) => console.error(message) })
const machine = describeMachine()
const opened: Environment[] = []
const open = async () => {
  const { upstream, anvilBinary, storeDir } = served
  const index = opened.length
  const environment = await createEnvironment({ upstream, anvilBinary, stateDir: STATE_DIR, storeDir, index })
  opened.push(environment)
  return environment
}
const isQuick = commandLine.quick

/** Measure a subject; what breaks it leaves the others alone. */
async function measure(subject: Subject): Promise<readonly Entry[] | undefined> {
  console.log(`\n${subject.name}: ${subject.description}`)
  const entries: Entry[] = []
  const readLoad = createLoadMeter()
  const keep = (entry: Entry) => {
    entries.push(entry)
    console.log(renderEntry(entry))
  }
  const bench: Bench = {
    served,
    isQuick,
    cores: machine.cores,
    note: (figure) => keep({ ...figure, load: readLoad() }),
    lack: (name, missing) => keep({ name, missing, load: readLoad() }),
    explain: (text) => console.log(`  ${text}`),
    open,
  }
  try {
    await subject.measure(bench)
    return entries
  } catch (cause) {
    console.log(`${subject.name} could not be measured: ${cause instanceof Error ? cause.stack : cause}`)
    return undefined
  } finally {
    for (const environment of opened.splice(0)) await environment.stop()
  }
}

let isBroken = false
if (commandLine.profile) {
  await profileAction({ open }, join(STATE_DIR, 'bench'))
  for (const environment of opened) await environment.stop()
} else {
  console.log(`${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, Node ${machine.node}`)
  const aimed: Entry[] = []
  for (const subject of commandLine.subjects) {
    const entries = await measure(subject)
    if (entries === undefined) {
      isBroken = true
      continue
    }
    keepResults({ [subject.name]: { machine, isQuick, entries } })
    aimed.push(...entries.filter((entry) => 'aim' in entry))
  }
  const missed = aimed.filter((entry) => !isMet(entry)).map(({ name }) => name.trim())
  console.log(
    `\n${aimed.length - missed.length} of ${aimed.length} aims kept${missed.map((name) => `\n  missed: ${name}`).join('')}`,
  )
}
process.exit(isBroken ? 1 : 0)
