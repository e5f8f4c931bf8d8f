import { posix } from 'node:path'
import type { ImportGraph } from './import-graph.ts'

/** What a change can reach: every cell, or those that use what is named. */
export interface Reach {
  readonly all: boolean
  readonly protocols: ReadonlySet<string>
  readonly tools: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
  /** Keys of steps. */
  readonly steps: ReadonlySet<string>
  /** Scenario files. */
  readonly files: ReadonlySet<string>
}

/** Where whatever a run loads comes together: what gets there past no list of parts is everybody's. */
const ROOTS = new Set(['harness/cli/commands/run.ts', 'harness/cli/worker.ts'])

const PROTOCOL = /^(?:tools|harness)\/protocols\/([^/]+)\//
const SOURCE = /^(?:bin|tools|harness)\/.*\.(?:ts|mjs)$/
/** Written lists of all parts: what is loaded by them only is a part. */
const LIST = /\/generated\//
const STEP = /^harness\/scenario\/steps\/([^/]+)\.ts$/

/** From these the policies and the world of every cell are made. */
const OF_ALL = /^tools\/protocols\/[^/]+\/protocol\.ts$|^harness\/protocols\/[^/]+\/testbed\.ts$/

/** What no cell runs: tests, cases of the conformance suite, texts, and lists of faults. */
const OF_NONE = /\.(?:test|test-d|cases|full)\.ts$|\.t\.sol$|\.md$|(?:^|\/)(?:mutants|ablations)\.yaml$/

/** Settings beside the sources on which everything depends. */
const SETTINGS = new Set(['package-lock.json', 'foundry.toml'])

/**
 * Find what changed files can reach, by what loads them; a file of which nothing is known reaches everything.
 *
 * @param isShared - whether others build on a protocol, so that it is in use where nothing names it
 */
export function findReach(
  changed: readonly string[],
  graph: ImportGraph,
  isShared: (protocol: string) => boolean,
): Reach {
  const found = { all: false, ...names() }
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    if (ROOTS.has(file)) found.all = true
    if (file.startsWith('scenarios/')) found.files.add(file)
    for (const importer of graph.importersOf(file)) {
      if (STEP.test(file) && !STEP.test(importer)) found.steps.add(toCamel(STEP.exec(file)?.[1] ?? ''))
      else if (PROTOCOL.test(file) && LIST.test(importer)) addPart(file, found)
      else visit(importer)
    }
  }
  for (const file of changed) {
    const own = PROTOCOL.exec(file)?.[1]
    if (OF_NONE.test(file)) continue
    if (SETTINGS.has(file) || OF_ALL.test(file)) found.all = true
    else if (file.startsWith('scenarios/') || SOURCE.test(file)) visit(file)
    else if (own !== undefined) found.protocols.add(own)
    else if (/^(?:tools|harness)\//.test(file)) found.all = true
  }
  if ([...found.protocols].some(isShared)) found.all = true
  return found
}

const names = () => ({
  protocols: new Set<string>(),
  tools: new Set<string>(),
  kinds: new Set<string>(),
  steps: new Set<string>(),
  files: new Set<string>(),
})

/** What others load of a protocol is a tool, an action kind, or what stands for all of it. */
function addPart(file: string, found: ReturnType<typeof names>): void {
  const name = posix.basename(file, '.ts')
  if (name.endsWith('.action')) found.kinds.add(name.slice(0, -'.action'.length))
  else if (file.startsWith('tools/') && name.includes('-')) found.tools.add(name.replaceAll('-', '_'))
  else found.protocols.add(PROTOCOL.exec(file)?.[1] ?? '')
}

const toCamel = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
