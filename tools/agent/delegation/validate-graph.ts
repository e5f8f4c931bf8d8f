import { describeUnknown } from '../../core/describe-unknown.ts'
import type { Tool } from '../../core/tool-def.ts'
import { writesOnChain } from '../../profiles/boot-capabilities.ts'
import { resolveTools } from '../../profiles/resolve-tools.ts'
import { type Archetype, declareArchetype, SAFETY_GUARDIAN } from '../archetype.ts'

/** Most hops of a chain of delegations. */
export const MAX_HOPS = 3

/** The archetypes by name, in an order that was checked. */
export type ArchetypeGraph = ReadonlyMap<string, Archetype>

/**
 * Check who delegates to whom, against the tools that each archetype gets of a catalogue: without a circle, three hops at
 * most, under an edge to safety-guardian wherever something is written, with terminal archetypes at the ends.
 *
 * @throws RangeError naming every problem, each with its path
 */
export function validateGraph(archetypes: readonly Archetype[], catalogue: readonly Tool[]): ArchetypeGraph {
  const graph = new Map(archetypes.map((archetype) => [archetype.name, archetype]))
  const problems = [
    ...findTwins(archetypes),
    ...archetypes.flatMap((archetype) => [
      ...findUnknownTargets(archetype, graph),
      ...findRoleProblems(archetype, resolveTools(declareArchetype(archetype), catalogue).tools),
    ]),
    ...findPathProblems(graph),
  ]
  if (problems.length === 0) return graph
  throw new RangeError(
    `the delegation graph is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
}

const findTwins = (archetypes: readonly Archetype[]): string[] =>
  archetypes
    .filter(({ name }, index) => archetypes.findIndex((other) => other.name === name) !== index)
    .map(({ name }) => `${name}: defined twice`)

const findUnknownTargets = ({ name, delegatesTo }: Archetype, graph: ArchetypeGraph): string[] =>
  delegatesTo
    .filter((target) => !graph.has(target))
    .map((target) => `${name} → ${target}: ${describeUnknown('archetype', target, [...graph.keys()])}`)

/**
 * Check that an archetype may hold the tools that a config gives it.
 *
 * @throws RangeError
 */
export function assertRole(archetype: Archetype, tools: readonly Tool[]): void {
  const [problem] = findRoleProblems(archetype, tools)
  if (problem !== undefined) throw new RangeError(problem)
}

/** What an archetype may not be by the tools that it gets. */
function findRoleProblems({ name, delegatesTo, isTerminal }: Archetype, tools: readonly Tool[]): string[] {
  const written = tools.find(writesOnChain)
  const problems: string[] = []
  if (isTerminal && delegatesTo.length > 0) {
    problems.push(`${name} → ${delegatesTo.join(', ')}: a terminal archetype delegates to nobody`)
  }
  if (isTerminal && written)
    problems.push(`${name}: a terminal archetype holds no write tool, found ${written.name}`)
  if (!isTerminal && written && !delegatesTo.includes(SAFETY_GUARDIAN)) {
    problems.push(`${name} → ${SAFETY_GUARDIAN}: it writes (${written.name}), and this edge is missing`)
  }
  return problems
}

/** Circles, and chains that are too long; a circle is told once, from the first of its archetypes. */
function findPathProblems(graph: ArchetypeGraph): string[] {
  const problems: string[] = []
  const follow = (path: readonly string[]): void => {
    const last = path.at(-1) as string
    for (const target of graph.get(last)?.delegatesTo ?? []) {
      const longer = [...path, target]
      if (target === path[0]) {
        if (path.every((name) => name >= target)) problems.push(`${longer.join(' → ')}: a circle`)
      } else if (!path.includes(target)) {
        // What goes on from a chain that is too long is told with it; a circle may close later still.
        if (path.length === MAX_HOPS + 1) {
          problems.push(`${longer.join(' → ')}: ${path.length} hops, at most ${MAX_HOPS} are allowed`)
        }
        follow(longer)
      }
    }
  }
  for (const name of graph.keys()) follow([name])
  return problems
}
