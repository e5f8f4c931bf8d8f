import type { LotChange } from './lot-changes.ts'
import type { PositionDelta } from './outcome.ts'

/** One lot, as it is expected and as it is found to change. */
export interface DeltaPair extends Required<PositionDelta> {
  readonly expectedDelta: bigint
}

/** A change that is found, as a plan would state it. */
export const toPositionDelta = ({
  protocol,
  key,
  lot,
  kind,
  before,
  after,
}: LotChange): Required<PositionDelta> => ({
  protocol,
  key,
  lot,
  kind,
  unitsDelta: after.units - before.units,
})

/**
 * Pair what is stated of lots with what is found of them; either side may have nothing, which is zero. What is stated of
 * a position without a number is held against the first found one of its protocol that nothing else states.
 */
export function pairDeltas(
  expected: readonly PositionDelta[],
  found: readonly Required<PositionDelta>[],
): readonly DeltaPair[] {
  const left = [...found].sort((a, b) => a.lot - b.lot)
  const isStated = ({ protocol, key }: PositionDelta) =>
    expected.some((delta) => delta.protocol === protocol && delta.key === key)
  const pairs = [...expected]
    // What has a number takes its own first.
    .sort((a, b) => Number(a.key === 'new') - Number(b.key === 'new'))
    .map((delta): DeltaPair => {
      const index = left.findIndex(
        (other) =>
          other.protocol === delta.protocol &&
          other.kind === delta.kind &&
          (delta.key === 'new' ? !isStated(other) : other.key === delta.key) &&
          (delta.lot === undefined || delta.lot === other.lot),
      )
      const [match] = index < 0 ? [] : left.splice(index, 1)
      const none = { ...delta, lot: delta.lot ?? 0, unitsDelta: 0n }
      return { ...(match ?? none), expectedDelta: delta.unitsDelta }
    })
  return [...pairs, ...left.map((delta) => ({ ...delta, expectedDelta: 0n }))]
}
