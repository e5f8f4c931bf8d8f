import type { RecordCoverage } from '../../harness/record/record.ts'

/** The keys of one kind: what its keys begin with, and what they say after it. */
export interface CoverageGroup {
  readonly kind: string
  readonly keys: readonly { readonly name: string; readonly scenarios: number }[]
  readonly exercised: number
  readonly notExercised: readonly string[]
}

/** Group the keys of a run's coverage by kind, in their order. */
export function groupCoverage({ keys }: RecordCoverage): CoverageGroup[] {
  const groups = Map.groupBy(keys, ({ key }) => key.slice(0, key.indexOf(':')))
  return [...groups].map(([kind, members]) => {
    const named = members.map(({ key, scenarios }) => ({ name: key.slice(kind.length + 1), scenarios }))
    return {
      kind,
      keys: named,
      exercised: named.filter(({ scenarios }) => scenarios > 0).length,
      notExercised: named.flatMap(({ name, scenarios }) => (scenarios === 0 ? [name] : [])),
    }
  })
}
