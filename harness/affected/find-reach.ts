import { posix } from 'node:path'
import type { ImportGraph } from './import-graph.ts'

/** What a change can reach: every cell, or those that use what is named. */
export interface Reach {
  readonly all: boolean
  readonly tools: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
  /** Keys of steps. */
  readonly steps: ReadonlySet<string>
  /** Scenario files. */
  readonly files: ReadonlySet<string>
}

/** Where whatever a run loads comes together: what gets there past no list of parts is everybody's. */
const ROOTS = new Set([
  'bin/worker.mjs',
  'harness/cli/worker.ts',
  'bin/assay.mjs',
  'harness/cli/main.ts',
  'harness/cli/command-line.ts',
  'harness/cli/commands/run.ts',
])

/** What other commands load is loaded with them alone, when they are called; scenarios call them by the launcher. */
const COMMAND = /^harness\/cli\/commands\//
const COMMAND_LINE = 'harness/cli/command-line.ts'
const LAUNCHER = 'bin/assay.mjs'

const PROTOCOL = /^(?:tools|harness)\/protocols\/[^/]+\//
const SOURCE = /^(?:bin|tools|harness)\/.*\.(?:ts|mjs)$/
/** Written lists of all parts: what is loaded by them only is a part. */
const LIST = /\/generated\//
const STEP = /^harness\/scenario\/steps\/([^/]+)\.ts$/

/**
 * From these the policies and the world of every cell are made, and every cell asks them what is held, counted and ended;
 * what they load counts as they do.
 */
const OF_ALL = /^tools\/protocols\/[^/]+\/protocol\.ts$|^harness\/protocols\/[^/]+\/testbed\.ts$/

/** What no cell runs: tests, cases of the conformance suite, texts, and lists of faults. */
const OF_NONE = /\.(?:test|test-d|cases|full)\.ts$|\.t\.sol$|\.md$|(?:^|\/)(?:mutants|ablations)\.yaml$/

/** Settings beside the sources on which everything depends. */
const SETTINGS = new Set(['package-lock.json', 'foundry.toml'])

/** Find what changed files can reach, by what loads them; a file of which nothing is known reaches everything. */
export function findReach(changed: readonly string[], graph: ImportGraph): Reach {
  const found = { all: false, ...names() }
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    if (ROOTS.has(file) || OF_ALL.test(file)) {
      found.all = true
      return
    }
    if (file.startsWith('scenarios/')) found.files.add(file)
    for (const importer of graph.importersOf(file)) {
      if (STEP.test(file) && !STEP.test(importer)) found.steps.add(toCamel(STEP.exec(file)?.[1] ?? ''))
      else if (PROTOCOL.test(file) && LIST.test(importer)) addPart(file, found)
      else if (COMMAND.test(file) && importer === COMMAND_LINE) graph.importersOf(LAUNCHER).forEach(visit)
      else visit(importer)
    }
  }
  for (const file of changed) {
    if (OF_NONE.test(file)) continue
    if (file.startsWith('scenarios/') || SOURCE.test(file)) visit(file)
    // Beside the sources lie contracts, of which every cage lists some.
    else if (SETTINGS.has(file) || /^(?:bin|tools|harness)\//.test(file)) found.all = true
  }
  return found
}

const names = () => ({
  tools: new Set<string>(),
  kinds: new Set<string>(),
  steps: new Set<string>(),
  files: new Set<string>(),
})

/** What lists name of a protocol, besides what stands for all of it, is a tool or an action kind. */
function addPart(file: string, { tools, kinds }: ReturnType<typeof names>): void {
  const name = posix.basename(file, '.ts')
  if (name.endsWith('.action')) kinds.add(name.slice(0, -'.action'.length))
  else tools.add(name.replaceAll('-', '_'))
}

const toCamel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
