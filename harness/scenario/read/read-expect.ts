import type { Expectations } from '../expectations.ts'
import { listReferences, type Path } from '../text/matrix.ts'
import type { Place } from '../text/yaml-source.ts'
import type { CellReader } from './cell-reader.ts'
import { readExpectations } from './read-expectations.ts'

type Members = Readonly<Record<string, unknown>>

/** Read what stands under `expect`, without what does not have its shape. */
export function readExpect(
  expect: unknown,
  at: Path,
  bad: readonly Path[],
  bindings: readonly string[],
  reader: CellReader,
): Expectations | undefined {
  if (expect === null || typeof expect !== 'object' || Array.isArray(expect)) return undefined
  for (const { reference, path: where } of listReferences(expect, at)) {
    if (!bindings.includes(reference)) continue
    const hint = 'expect the state of the permit of this step with permit: …'
    reader.problem(where, `\${${reference}} cannot stand in an expectation`, hint)
  }
  const kept = structuredClone(expect) as Record<string, unknown>
  for (const [first, member, inner] of bad) {
    if (first !== 'expect' || member === undefined) continue
    const branch = kept[member]
    const isBranch = member === 'then' || member === 'else'
    if (isBranch && inner !== undefined) delete (branch as Record<string, unknown>)[inner]
    // Without the condition its branches would be misplaced as well, and without them the condition.
    else if (member === 'if') kept.if = '0 == 0'
    else if (isBranch) kept[member] = {}
    else delete kept[member]
  }
  return readExpectations(kept, at, reader)
}

/** Say where each of a step's expectations stands: beside the condition, or in the branch that is taken. */
export function placesOf(
  expect: unknown,
  at: Path,
  taken: Path | undefined,
  placeOf: (path: Path, atKey?: boolean) => Place,
): Readonly<Record<string, Place>> {
  const members = expect as Members
  const keysOf = (branch: unknown, path: Path) =>
    Object.keys((branch ?? {}) as Members).map((key) => [key, placeOf([...path, key], true)] as const)
  return Object.fromEntries([
    ...keysOf(members, at),
    ...(taken === undefined ? [] : keysOf(members[String(taken.at(-1))], taken)),
  ])
}
