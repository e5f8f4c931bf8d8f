import type { Address } from 'viem'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { type AssetDelta, differenceBps, type Outcome } from '../../tools/core/outcome.ts'
import type { RecordDelta, RecordOutcome, RecordThroughput } from '../record/record.ts'
import type { Contradiction } from './contradiction.ts'
import { type JudgedAllowances, toAllowanceRows } from './judge-allowances.ts'
import { judgePositions } from './judge-positions.ts'
import { judgeWorth } from './judge-worth.ts'
import type { Labels } from './labels.ts'
import type { PositionsSeen } from './positions-seen.ts'
import type { ToldOutcome } from './told-outcome.ts'

/** What the chain shows of a change. */
interface Seen {
  readonly observed: readonly AssetDelta[]
  readonly positions: PositionsSeen
  readonly allowances: JudgedAllowances
}

/** Hold what was expected and reported of one change or more against what the chain shows. */
export function judgeOutcomes(
  told: readonly [ToldOutcome, ...ToldOutcome[]],
  { observed, positions, allowances }: Seen,
  cage: Address,
  labels: Labels,
): { readonly outcome: RecordOutcome; readonly contradictions: readonly Contradiction[] } {
  const balances = judgeBalances(told, observed, cage, labels)
  const lots = judgePositions(told, positions.moved, observed)
  const worth = judgeWorth(told, positions, labels)
  const allowed = toAllowanceRows(allowances, labels)
  return {
    outcome: {
      expected: balances.expected,
      actual: balances.actual,
      observed: balances.observed,
      ...(balances.through.length > 0 ? { through: balances.through } : {}),
      ...(lots.positions.length > 0 ? { positions: lots.positions } : {}),
      ...(worth.rows.length > 0 ? { worth: worth.rows } : {}),
      ...(allowed.length > 0 ? { allowances: allowed } : {}),
      groundTruthSource: (told.at(-1) as ToldOutcome).groundTruthSource,
      errorBps: Math.max(balances.errorBps, lots.errorBps, worth.errorBps),
    },
    contradictions: [
      ...balances.contradictions,
      ...lots.contradictions,
      ...worth.contradictions,
      ...allowances.contradictions,
    ],
  }
}

/** Hold what was expected and reported of the balances of one account against what the chain shows of them. */
export function judgeBalances(
  told: readonly [ToldOutcome, ...ToldOutcome[]],
  observed: readonly AssetDelta[],
  account: Address,
  labels: Labels,
) {
  const expected = told.flatMap((one) => ofAccount(one.expected, account))
  const actual = told.flatMap((one) => ofAccount(one.actual, account))
  const toleranceBps = Math.max(...told.map((one) => one.toleranceBps))
  const contradictions: Contradiction[] = []
  const measures: RecordThroughput[] = []
  let errorBps = 0
  for (const token of distinctTokens(expected, actual, observed)) {
    const { symbol } = labels(token)
    const through = told.reduce((sum, one) => sum + (one.through?.(token, account) ?? 0n), 0n)
    const seen = sumOf(observed, token)
    const claimed = sumOf(actual, token)
    const promised = sumOf(expected, token)
    if (claimed !== seen) {
      contradictions.push({
        law: 'oracle.actual-is-observed',
        subject: symbol,
        expected: `${seen} (observed)`,
        found: `${claimed} (reported by ${told.map(({ by }) => by).join(', ')})`,
      })
    }
    const difference = differenceBps(promised, seen, through)
    const isMeasure = through > (promised < 0n ? -promised : promised)
    if (difference > 0 && isMeasure) {
      measures.push({ ...labels(token), token, throughBaseUnits: through.toString() })
    }
    errorBps = Math.max(errorBps, difference)
    if (difference > toleranceBps) {
      contradictions.push({
        law: 'oracle.observed-within-tolerance',
        subject: symbol,
        expected: `${promised} ± ${toleranceBps} bps${isMeasure ? ` of ${through} that passed through` : ''}`,
        found: `${seen} (${difference} bps)`,
      })
    }
  }
  const render = (deltas: readonly AssetDelta[]): RecordDelta[] =>
    deltas.map(({ token, deltaBaseUnits }) => ({
      ...labels(token),
      token,
      deltaBaseUnits: deltaBaseUnits.toString(),
    }))
  return {
    expected: render(expected),
    actual: render(actual),
    observed: render(observed),
    through: measures,
    errorBps,
    contradictions,
  }
}

const ofAccount = (outcome: Outcome, account: Address) =>
  outcome.assets.filter((delta) => isAddressEqual(delta.account, account))

const sumOf = (deltas: readonly AssetDelta[], token: Address) =>
  deltas
    .filter((delta) => isAddressEqual(delta.token, token))
    .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)

function distinctTokens(...lists: readonly (readonly AssetDelta[])[]): Address[] {
  const tokens: Address[] = []
  for (const { token } of lists.flat()) {
    if (!tokens.some((known) => isAddressEqual(known, token))) tokens.push(token)
  }
  return tokens
}
