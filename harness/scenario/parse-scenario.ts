import { CHAIN_NAMES, type ChainName, DEFAULT_CHAIN } from '../world/origin-chains.ts'
import type { ScenarioCatalogue } from './catalogue.ts'
import { type DrawRange, type Draws, splitDraws } from './draws.ts'
import { definitionOf } from './find-step.ts'
import { INVARIANT_IDS } from './invariants.ts'
import { listBindings } from './list-bindings.ts'
import { actionsOf, listLacks } from './list-lacks.ts'
import { type CellReader, createCellReader, type NoteBranch } from './read/cell-reader.ts'
import { checkMatrix } from './read/check-matrix.ts'
import { checkReferences } from './read/check-references.ts'
import { fillCell } from './read/fill-cell.ts'
import { type OpenedFile, openFile } from './read/open-file.ts'
import { readSetup } from './read/read-setup.ts'
import { withoutBad } from './read/without-bad.ts'
import { readSteps } from './read-steps.ts'
import type { FoundBy, Scenario } from './scenario.ts'
import { ScenarioFileSchema } from './schema/scenario-schema.ts'
import { type CellShare, shareCells } from './share-cells.ts'
import type { Action } from './step/step.ts'
import { checkShape, type ReportProblem } from './text/check-shape.ts'
import { expandMatrix, labelOf, type MatrixCell, pathKey } from './text/matrix.ts'
import type { Problem } from './text/problem.ts'
import type { Place } from './text/yaml-source.ts'

export type { ScenarioCatalogue } from './catalogue.ts'
export type { Problem } from './text/problem.ts'

type Members = Readonly<Record<string, unknown>>

/** What makes one file many scenarios. */
interface Drawn {
  readonly matrix?: Readonly<Record<string, readonly unknown[]>>
  readonly draws?: Draws
  readonly share?: number
}

/**
 * Parse a scenario file into its cells, or say everything that is wrong with it. Nothing is run.
 *
 * @example parseScenarioFile(readFileSync(path, 'utf8'), path, catalogue)
 */
export function parseScenarioFile(
  text: string,
  path: string,
  around: ScenarioCatalogue,
): { readonly scenarios: readonly Scenario[] } | { readonly problems: readonly Problem[] } {
  const opened = openFile(text, path, 'start with name: … and steps: …')
  if ('problems' in opened) return opened
  const { source, file, add, conclude } = opened
  const answer = (scenarios: readonly Scenario[]) => conclude({ scenarios })
  const atSource: ReportProblem = (at, message, hint, atKey) => add(source.place(at, atKey), message, hint)
  const { matrix = {}, draws, share, ...rest } = file as Drawn
  const shapes = ScenarioFileSchema.properties
  const catalogue = chooseCatalogue(file.chains, around)
  const { bad } = checkShape(shapes.matrix, matrix, ['matrix'], atSource)
  const isDrawn = draws !== undefined
  const badDraws = isDrawn ? checkShape(shapes.draws, draws, ['draws'], atSource).bad : []
  const badShare = share === undefined ? [] : checkShape(shapes.share, share, ['share'], atSource).bad
  if (bad.length + badDraws.length + badShare.length > 0 || !checkMatrix(matrix, rest, catalogue, atSource))
    return answer([])
  const ranges = isDrawn ? splitDraws(draws) : [undefined]
  const cells = expandMatrix(matrix)
  if (share !== undefined && share >= cells.length) {
    atSource(['share'], `the matrix has ${formatCells(cells.length)}`, 'write fewer, or drop it')
    return answer([])
  }
  const taken = share === undefined ? undefined : shareCells(cells, share)
  const branches = new Map<string, Branch>()
  const scenarios = cells.flatMap((cell) =>
    ranges.flatMap((draws) => {
      const shared = taken && { isTaken: taken.has(cell), total: cells.length }
      return parseCell(rest, { cell, draws, share: shared }, { opened, catalogue, branches })
    }),
  )
  const answered = answer(scenarios)
  if ('problems' in answered) return answered
  // A condition that was not read chooses no branch.
  for (const { place, isTaken, isWritten } of branches.values()) {
    if (isTaken) continue
    if (isWritten) add(place, 'no cell of the matrix comes to this', 'correct the if, or drop the branch')
    else add(place, 'every cell of the matrix comes to this', 'correct the if, or expect it without one')
  }
  return answer(scenarios)
}

/** A branch of expectations in a file, and whether a cell takes it: what none takes expects nothing. */
interface Branch {
  readonly place: Place
  readonly isTaken: boolean
  /** One that is left out stands where the condition does: where none takes it, that tells nothing apart. */
  readonly isWritten: boolean
}

/** What a file means by its names, it says for the first of its chains, unless it can be run on the one that is asked for. */
function chooseCatalogue(named: unknown, around: ScenarioCatalogue): ScenarioCatalogue {
  const [first = DEFAULT_CHAIN, ...others] = readChains(named)
  return [first, ...others].includes(around.chain) ? around : around.on(first)
}

const readChains = (named: unknown): readonly ChainName[] =>
  Array.isArray(named) ? CHAIN_NAMES.filter((name) => named.includes(name)) : [DEFAULT_CHAIN]

const formatCells = (count: number) => (count === 1 ? 'one cell' : `${count} cells`)

/** Which of many scenarios one is. */
interface Part {
  readonly cell: MatrixCell
  readonly draws: DrawRange | undefined
  readonly share: CellShare | undefined
}

/** What the cells of a file share. */
interface File {
  readonly opened: OpenedFile
  readonly catalogue: ScenarioCatalogue
  readonly branches: Map<string, Branch>
}

function parseCell(
  file: Members,
  { cell, draws, share }: Part,
  { opened, catalogue, branches }: File,
): Scenario[] {
  const { source, add } = opened
  const bindings = listBindings(file.steps)
  const besideChain = CHAIN_NAMES.find((name) => name === file.beside && name !== catalogue.chain)
  const elsewhere = besideChain && catalogue.on(besideChain)
  const { members, placeOf, problem } = fillCell(file, cell, bindings, opened, catalogue, elsewhere)
  const { bad } = checkShape(ScenarioFileSchema, members, [], problem)
  const noteBranch: NoteBranch = (at, isTaken) => {
    const key = pathKey(at)
    const before = branches.get(key)?.isTaken ?? false
    branches.set(key, {
      ...{ place: placeOf(at, true), isTaken: before || isTaken },
      isWritten: at.at(-1) !== 'if',
    })
  }
  const reader = createCellReader(catalogue, problem, noteBranch)
  const { steps, ...around } = members
  for (const [index, name] of (Array.isArray(members.chains) ? members.chains : []).entries()) {
    reader.choose(['chains', index], 'chain', name, CHAIN_NAMES)
  }
  checkReferences(around, [], new Set(), bindings, reader)
  if (file.beside !== undefined) checkBeside(file, draws !== undefined, reader)
  const setup = readSetup(withoutBad(around, bad), reader)
  const beside = elsewhere &&
    besideChain && { chain: besideChain, reader: createCellReader(elsewhere, problem, noteBranch) }
  const parsedSteps = Array.isArray(steps)
    ? readSteps(steps, ['steps'], {
        ...{ reader, beside, placeOf, bindings, times: draws?.count ?? 1 },
        isAlone: file.beside === undefined,
      })
    : []
  const needs = new Set(parsedSteps.flatMap(actionsOf).map(needOf))
  // What is missing below something wrong may be that.
  const lacks = listLacks(parsedSteps, setup).filter(({ line }) => opened.isSoundUntil(line))
  for (const { line, message, hint } of lacks) add({ line, column: 1 }, message, hint)
  return [
    {
      name: String(members.name),
      ...(members.description === undefined ? {} : { description: String(members.description) }),
      invariants: (Array.isArray(members.invariants) ? members.invariants : []).map((id, index) =>
        reader.choose(['invariants', index], 'invariant', id, INVARIANT_IDS),
      ),
      ...(members.found === undefined ? {} : { found: members.found as FoundBy }),
      matrix: Object.fromEntries([...cell.values].map(([name, value]) => [name, labelOf(value)])),
      ...(share === undefined ? {} : { share }),
      ...(draws === undefined ? {} : { draws }),
      chains: readChains(members.chains),
      ...(beside
        ? { beside: { chain: beside.chain, setup: readSetup(withoutBad(around, bad), beside.reader) } }
        : {}),
      source: source.text,
      // Both take time, so that only those do it who need it.
      setup: {
        ...setup,
        ...(needs.has('kept-blocks') ? { keepsBlocks: true } : {}),
        ...(needs.has('cold-fork') ? { startsCold: true } : {}),
      },
      steps: parsedSteps,
    },
  ]
}

/** Report what a second chain is not, and what an agent on two chains cannot do yet. */
function checkBeside(
  { beside, driver, heartbeat, found }: Members,
  isDrawn: boolean,
  reader: CellReader,
): void {
  const at = ['beside']
  reader.choose(at, 'chain', beside, CHAIN_NAMES)
  const { chain } = reader.catalogue
  if (beside === chain) {
    reader.problem(at, `the scenario is on ${chain} already`, 'name another chain, or leave it out')
  }
  const refused = {
    draws: isDrawn,
    driver: driver === 'pi',
    heartbeat: heartbeat !== undefined,
    found: found !== undefined,
  }
  for (const [key, isThere] of Object.entries(refused)) {
    if (isThere)
      reader.problem([key], `${key} is for an agent on one chain`, 'leave out beside, or this', true)
  }
}

const needOf = (action: Action) => definitionOf(action).needs?.(action)
