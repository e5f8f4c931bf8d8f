import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { AllowanceAfter } from '../../tools/core/outcome.ts'
import type { RecordAllowance } from '../record/record.ts'
import type { SeenAllowance } from './allowance-watch.ts'
import type { Contradiction } from './contradiction.ts'
import type { Labels } from './labels.ts'
import type { WatchedAllowance } from './oracle.ts'
import type { ToldOutcome } from './told-outcome.ts'

/** An allowance by the three accounts; what one does not speak of is missing. */
interface AllowanceRow extends Omit<AllowanceAfter, 'valueBaseUnits'> {
  readonly expected: bigint | undefined
  readonly actual: bigint | undefined
  readonly observed: bigint
}

/** Allowances of which something was told, and where the chain contradicts it. */
export interface JudgedAllowances {
  readonly rows: readonly AllowanceRow[]
  readonly contradictions: readonly Contradiction[]
}

/** Whether two are the allowance of one spender, of one token of one owner. */
export const isSameAllowance = (a: WatchedAllowance, b: WatchedAllowance) =>
  isAddressEqual(a.token, b.token) && isAddressEqual(a.owner, b.owner) && isAddressEqual(a.spender, b.spender)

type Told = readonly Pick<ToldOutcome, 'by' | 'expected' | 'actual'>[]

/** List the allowances of which something was told, each once. */
export function listToldAllowances(
  told: readonly Pick<ToldOutcome, 'expected' | 'actual'>[],
): readonly WatchedAllowance[] {
  const all = [
    ...told.flatMap(({ expected }) => expected.allowances),
    ...told.flatMap(({ actual }) => actual.allowances),
  ]
  return all.filter((one, index) => all.findIndex((other) => isSameAllowance(one, other)) === index)
}

/**
 * Hold what was expected and reported of allowances against what the chain shows of those that
 * {@link listToldAllowances} lists: an allowance has no tolerance. Of actions that happened together any may have been
 * the last, and a halt beside them may have taken back what they gave.
 */
export function judgeAllowances(
  told: Told,
  watched: readonly WatchedAllowance[],
  seen: readonly bigint[],
  mayBeTakenBack = false,
): JudgedAllowances {
  const promised = told.flatMap(({ expected }) => expected.allowances)
  const claimed = told.flatMap(({ actual }) => actual.allowances)
  const tools = told.map(({ by }) => by).join(', ')
  const found = watched.map(({ token, owner, spender }, index) => {
    const observed = seen[index] as bigint
    const saidIn = (list: readonly AllowanceAfter[]) =>
      list
        .filter((other) => isSameAllowance(other, { token, owner, spender }))
        .map(({ valueBaseUnits }) => valueBaseUnits)
    const hold = (law: string, said: readonly bigint[], by: string): Contradiction[] => {
      if (said.length === 0 || said.includes(observed) || (mayBeTakenBack && observed === 0n)) return []
      const subject = `what ${spender} may take of ${token}`
      return [{ law, subject, expected: `${observed} (observed)`, found: `${said.join(', ')} (${by})` }]
    }
    const [reported, foreseen] = [saidIn(claimed), saidIn(promised)]
    const choose = (said: readonly bigint[]) => (said.includes(observed) ? observed : said.at(-1))
    return {
      row: { token, owner, spender, expected: choose(foreseen), actual: choose(reported), observed },
      contradictions: [
        ...hold('oracle.actual-is-observed', reported, `reported by ${tools}`),
        ...hold('oracle.observed-within-tolerance', foreseen, `expected by ${tools}`),
      ],
    }
  })
  return {
    rows: found.map(({ row }) => row),
    contradictions: found.flatMap(({ contradictions }) => contradictions),
  }
}

/** An allowance that is larger than it was. */
export interface GrownAllowance extends SeenAllowance {
  readonly before: bigint
}

/**
 * List the allowances that grew between two readings and of which nothing was told.
 *
 * @param known - those that were known at the first one: what of them it does not hold gave no answer then
 */
export const listUntoldGrowth = (
  before: readonly SeenAllowance[],
  known: readonly WatchedAllowance[],
  after: readonly SeenAllowance[],
  told: readonly WatchedAllowance[],
): readonly GrownAllowance[] =>
  after.flatMap((pair) => {
    const isSame = (other: WatchedAllowance) => isSameAllowance(other, pair)
    const was = before.find(isSame)?.amount ?? (known.some(isSame) ? undefined : 0n)
    return was === undefined || pair.amount <= was || told.some(isSame) ? [] : [{ ...pair, before: was }]
  })

/** Say of an allowance that grew that nothing was to make it. */
export const describeGrowth = (
  law: Contradiction['law'],
  { token, spender, before, amount }: GrownAllowance,
  labels: Labels,
): Contradiction => ({
  law,
  subject: `what ${spender} may take of ${labels(token).symbol}`,
  expected: `at most ${before}, as before`,
  found: amount.toString(),
})

/** Write allowances as the record holds them. */
export const toAllowanceRows = ({ rows }: JudgedAllowances, labels: Labels): readonly RecordAllowance[] =>
  rows.map(({ token, owner, spender, expected, actual, observed }) => ({
    ...labels(token),
    token,
    owner,
    spender,
    expectedBaseUnits: expected?.toString() ?? null,
    actualBaseUnits: actual?.toString() ?? null,
    observedBaseUnits: observed.toString(),
  }))
