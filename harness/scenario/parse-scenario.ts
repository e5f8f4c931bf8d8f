import type { ScenarioCatalogue } from './catalogue.ts'
import { type DrawRange, type Draws, splitDraws } from './draws.ts'
import { definitionOf } from './find-step.ts'
import { INVARIANT_IDS } from './invariants.ts'
import { listBindings } from './list-bindings.ts'
import { createCellReader } from './read/cell-reader.ts'
import { checkMatrix } from './read/check-matrix.ts'
import { checkReferences } from './read/check-references.ts'
import { readSetup } from './read/read-setup.ts'
import { resolveReference } from './read/resolve-reference.ts'
import { readSteps } from './read-steps.ts'
import type { FoundBy, Scenario } from './scenario.ts'
import { ScenarioFileSchema } from './schema/scenario-schema.ts'
import { listSecretReferences, writeSecret } from './secret-encodings.ts'
import type { Action } from './step/step.ts'
import { checkShape, type ReportProblem } from './text/check-shape.ts'
import { expandMatrix, fillTree, labelOf, type MatrixCell, type Path, pathKey } from './text/matrix.ts'
import type { Problem } from './text/problem.ts'
import { suggestName } from './text/suggest-name.ts'
import { type Place, readYaml, type YamlSource } from './text/yaml-source.ts'

export type { ScenarioCatalogue } from './catalogue.ts'
export type { Problem } from './text/problem.ts'

type Members = Readonly<Record<string, unknown>>
type Matrix = Readonly<Record<string, readonly unknown[]>>

/**
 * Parse a scenario file into its cells, or say everything that is wrong with it. Nothing is run.
 *
 * @example parseScenarioFile(readFileSync(path, 'utf8'), path, catalogue)
 */
export function parseScenarioFile(
  text: string,
  path: string,
  catalogue: ScenarioCatalogue,
): { readonly scenarios: readonly Scenario[] } | { readonly problems: readonly Problem[] } {
  const source = readYaml(text)
  const problems = new Map<string, Problem>()
  const add = (place: Place, message: string, hint: string) => {
    // Whatever else is said of a number that is not the one that was written says nothing.
    const inexact = source.numberProblems.find(
      ({ line, column }) => line === place.line && column === place.column,
    )
    if (inexact !== undefined && inexact.message !== message) return
    const key = `${place.line}:${place.column} ${message}`
    if (!problems.has(key)) problems.set(key, { path, ...place, message, hint, frame: source.frame(place) })
  }
  const answer = (scenarios: readonly Scenario[]) =>
    problems.size === 0
      ? { scenarios }
      : { problems: [...problems.values()].sort((a, b) => a.line - b.line || a.column - b.column) }

  for (const { message, hint, ...place } of source.syntaxErrors) add(place, message, hint)
  if (problems.size > 0) return answer([])
  for (const { message, hint, ...place } of source.numberProblems) add(place, message, hint)
  const file = source.value
  if (file === null || typeof file !== 'object' || Array.isArray(file)) {
    const found = file === null || file === undefined ? 'an empty file' : 'something else'
    add({ line: 1, column: 1 }, `expected a map, found ${found}`, 'start with name: … and steps: …')
    return answer([])
  }
  const atSource: ReportProblem = (at, message, hint, atKey) => add(source.place(at, atKey), message, hint)
  const {
    matrix = {},
    draws,
    ...rest
  } = file as Members & { readonly matrix?: Matrix; readonly draws?: Draws }
  const shapes = ScenarioFileSchema.properties
  const { bad } = checkShape(shapes.matrix, matrix, ['matrix'], atSource)
  const isDrawn = draws !== undefined
  const badDraws = isDrawn ? checkShape(shapes.draws, draws, ['draws'], atSource).bad : []
  if (bad.length + badDraws.length > 0 || !checkMatrix(matrix, rest, catalogue, atSource)) return answer([])
  const ranges = isDrawn ? splitDraws(draws) : [undefined]
  const scenarios = expandMatrix(matrix).flatMap((cell) =>
    ranges.flatMap((range) => parseCell(rest, cell, range, { source, catalogue, add })),
  )
  return answer(scenarios)
}

function parseCell(
  file: Members,
  cell: MatrixCell,
  draws: DrawRange | undefined,
  context: {
    readonly source: YamlSource
    readonly catalogue: ScenarioCatalogue
    readonly add: (place: Place, message: string, hint: string) => void
  },
): Scenario[] {
  const { source, catalogue, add } = context
  const unresolved: { reference: string; path: Path }[] = []
  const bindings = listBindings(file.steps)
  const secrets = Object.keys((file.secrets ?? {}) as Members)
  const filled = fillTree(file, cell, (reference, path) => {
    if (reference.startsWith('secret.')) {
      const written = writeSecret(reference, secrets)
      if (written === undefined) unresolved.push({ reference, path })
      return written
    }
    const address = resolveReference(reference, catalogue)
    if (address === undefined && reference !== 'cage' && !bindings.includes(reference)) {
      unresolved.push({ reference, path })
    }
    return address
  })
  /** What the matrix gave is shown where it stands in the matrix. */
  const placeOf = (path: Path, atKey?: boolean): Place => {
    // The matrix gave the value; its key stands where it was written.
    for (let length = path.length - (atKey ? 1 : 0); length > 0; length -= 1) {
      const origin = filled.origins.get(pathKey(path.slice(0, length)))
      if (origin !== undefined) return source.place([...origin, ...path.slice(length)], atKey)
    }
    return source.place(path, atKey)
  }
  const problem: ReportProblem = (path, message, hint, atKey) => add(placeOf(path, atKey), message, hint)
  for (const { reference, path } of unresolved) {
    const known = [
      ...new Set([
        ...secrets.flatMap(listSecretReferences),
        ...cell.values.keys(),
        ...bindings,
        'cage',
        ...Object.keys(catalogue.actors),
      ]),
    ]
    problem(path, `unknown reference "${reference}"`, suggestName(reference, known))
  }
  const members = filled.value as Members
  const { bad } = checkShape(ScenarioFileSchema, members, [], problem)
  const reader = createCellReader(catalogue, problem)
  const { steps, ...around } = members
  checkReferences(around, [], new Set(), bindings, reader)
  const setup = readSetup(withoutBad(around, bad), reader)
  const parsedSteps = Array.isArray(steps)
    ? readSteps(steps, ['steps'], { reader, placeOf, bindings, times: draws?.count ?? 1 })
    : []
  const needs = new Set(parsedSteps.map(({ action }) => needOf(action)))
  if (setup.store !== 'file') {
    for (const { action, line } of parsedSteps) {
      if (needOf(action) !== 'store-file') continue
      add({ line, column: 1 }, 'a store in memory has no file', 'write store: file above the steps')
    }
  }
  return [
    {
      name: String(members.name),
      ...(members.description === undefined ? {} : { description: String(members.description) }),
      invariants: (Array.isArray(members.invariants) ? members.invariants : []).map((id, index) =>
        reader.choose(['invariants', index], 'invariant', id, INVARIANT_IDS),
      ),
      ...(members.found === undefined ? {} : { found: members.found as FoundBy }),
      matrix: Object.fromEntries([...cell.values].map(([name, value]) => [name, labelOf(value)])),
      ...(draws === undefined ? {} : { draws }),
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

const needOf = (action: Action) => definitionOf(action).needs?.(action)

/** Drop what does not have its shape, so that the rest can still be read. */
function withoutBad(file: Members, bad: readonly Path[]): Members {
  const kept = structuredClone(file) as Record<string, unknown>
  for (const path of bad) {
    const depth = path[0] === 'limits' ? 2 : path[0] === 'policy' ? (path[1] === 'cage' ? 3 : 2) : 1
    const [last, ...parents] = path.slice(0, depth).reverse()
    let owner: unknown = kept
    for (const key of parents.reverse()) owner = (owner as Record<string, unknown> | undefined)?.[key]
    if (last !== undefined && owner !== null && typeof owner === 'object') {
      delete (owner as Record<string, unknown>)[last]
    }
  }
  return kept
}
