import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { differenceBps } from '../../tools/core/outcome.ts'
import type { WorthDelta } from '../protocols/testbed-later.ts'
import type { RecordWorth } from '../record/record.ts'
import type { Contradiction } from './contradiction.ts'
import type { Labels } from './labels.ts'
import type { PositionsSeen, WorthSeen } from './positions-seen.ts'
import type { ToldOutcome } from './told-outcome.ts'

/** What a protocol may round off where an index moves. */
const ROUNDING_BASE_UNITS = 2n

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount)

const isSame = (a: WorthDelta, b: WorthDelta) =>
  a.protocol === b.protocol && a.key === b.key && a.kind === b.kind && isAddressEqual(a.token, b.token)

/**
 * Hold what was told of what units come to against what is observed, in the protocols of which something is told. Others
 * and time act in the same blocks, so that what is expected may be off by a share of what was there.
 */
export function judgeWorth(
  told: readonly ToldOutcome[],
  { worth }: Pick<PositionsSeen, 'worth'>,
  labels: Labels,
): {
  readonly rows: readonly RecordWorth[]
  readonly errorBps: number
  readonly contradictions: readonly Contradiction[]
} {
  const expected = told.flatMap((one) => one.expected.worth ?? [])
  const actual = told.flatMap((one) => one.actual.worth ?? [])
  const toleranceBps = BigInt(Math.max(0, ...told.map((one) => one.toleranceBps)))
  const protocols = new Set(expected.map(({ protocol }) => protocol))
  const unseen = expected
    .filter((delta) => !worth.some((seen) => isSame(seen, delta)))
    .map((delta): WorthSeen => ({ ...delta, amount: 0n, before: 0n }))
  const contradictions: Contradiction[] = []
  const rows: RecordWorth[] = []
  let errorBps = 0
  for (const seen of [...worth, ...unseen].filter(({ protocol }) => protocols.has(protocol))) {
    const promised = sumOf(expected, seen)
    const claims = actual.filter((delta) => isSame(delta, seen))
    const claimed = sumOf(claims, seen)
    if ([promised, claimed, seen.amount].every((amount) => amount === 0n)) continue
    const { symbol, decimals } = labels(seen.token)
    const subject = `${symbol} ${seen.kind} in ${seen.protocol} under ${seen.key}`
    // A position that no reader counts is nothing that is reported.
    if (claims.length > 0 && claimed !== seen.amount) {
      contradictions.push({
        law: 'oracle.actual-is-observed',
        subject,
        expected: `${seen.amount} (observed)`,
        found: `${claimed} (read by the cage)`,
      })
    }
    const whole = [seen.before, promised].map(magnitude).reduce((a, b) => (a > b ? a : b))
    const rounding = toleranceBps === 0n ? 0n : ROUNDING_BASE_UNITS
    if ((magnitude(promised - seen.amount) - rounding) * 10_000n > whole * toleranceBps) {
      contradictions.push({
        law: 'oracle.observed-within-tolerance',
        subject,
        expected: `${promised} ± ${toleranceBps} bps of ${seen.before}`,
        found: seen.amount.toString(),
      })
    }
    if (promised !== 0n) errorBps = Math.max(errorBps, differenceBps(promised, seen.amount))
    rows.push({
      protocol: seen.protocol,
      key: seen.key,
      kind: seen.kind,
      symbol,
      token: seen.token,
      decimals,
      expectedBaseUnits: promised.toString(),
      actualBaseUnits: claimed.toString(),
      observedBaseUnits: seen.amount.toString(),
    })
  }
  return { rows, errorBps, contradictions }
}

const sumOf = (deltas: readonly WorthDelta[], of: WorthDelta) =>
  deltas.filter((delta) => isSame(delta, of)).reduce((sum, { amount }) => sum + amount, 0n)
