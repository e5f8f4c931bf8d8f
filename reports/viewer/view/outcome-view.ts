import type { RecordDelta, RecordStep } from '../../../harness/record/record.ts'
import { formatCount } from '../../text/format-count.ts'
import { type ViewAmount, viewAmount } from './amount.ts'
import { type NameOf, nameKey, nameToken } from './name-of.ts'
import { showText } from './show-text.ts'

/** One row of the table of the three accounts. */
export interface ViewAmounts {
  readonly symbol: string
  readonly expected: ViewAmount
  readonly actual: ViewAmount
  readonly observed: ViewAmount
  readonly differenceBps: string
  /** Whether what the tool reports is what the chain shows. */
  readonly agrees: boolean
}

/** The three accounts of what a step did. */
export interface ViewOutcome {
  readonly caption: string
  readonly rows: readonly ViewAmounts[]
}

type Outcome = NonNullable<RecordStep['outcome']>

/** Prepare the three accounts of a write. */
export const viewOutcome = (outcome: Outcome, nameOf: NameOf): ViewOutcome => ({
  caption: captionOf(outcome),
  rows: [
    ...viewDeltas(outcome, nameOf),
    ...(outcome.positions ?? []).map((position) => viewPosition(position, nameOf)),
    ...(outcome.worth ?? []).map((worth) => viewWorth(worth, nameOf)),
    ...(outcome.allowances ?? []).map((allowance) => viewAllowance(allowance, nameOf)),
  ],
})

function viewDeltas(outcome: Outcome, nameOf: NameOf): ViewAmounts[] {
  const all = [...outcome.expected, ...outcome.actual, ...outcome.observed]
  const tokens = [...new Map(all.map((delta) => [delta.token.toLowerCase(), delta])).values()]
  return tokens.map(({ token, symbol, decimals }) => {
    const through = outcome.through?.find((one) => isSameToken(one, token))?.throughBaseUnits
    return viewRow(
      nameToken(symbol, nameOf),
      {
        expected: sumOf(outcome.expected, token),
        actual: sumOf(outcome.actual, token),
        observed: sumOf(outcome.observed, token),
        ...(through === undefined ? {} : { through: BigInt(through) }),
      },
      (amount) => viewAmount(amount.toString(), { decimals, signed: true }),
    )
  })
}

const viewPosition = (position: NonNullable<Outcome['positions']>[number], nameOf: NameOf): ViewAmounts =>
  viewRow(
    `${position.protocol} ${nameKey(position.key, nameOf)}, units ${position.kind}`,
    {
      expected: BigInt(position.expectedUnits),
      actual: BigInt(position.actualUnits),
      observed: BigInt(position.observedUnits),
    },
    (units) => viewAmount(units.toString(), { decimals: 0, signed: true }),
  )

const viewWorth = (worth: NonNullable<Outcome['worth']>[number], nameOf: NameOf): ViewAmounts =>
  viewRow(
    `${nameToken(worth.symbol, nameOf)} ${worth.kind} in ${worth.protocol} ${nameKey(worth.key, nameOf)}`,
    toAmounts(worth),
    (amount) => viewAmount(amount.toString(), { decimals: worth.decimals, signed: true }),
  )

const viewAllowance = (allowance: NonNullable<Outcome['allowances']>[number], nameOf: NameOf): ViewAmounts =>
  viewRow(
    `${nameToken(allowance.symbol, nameOf)} that ${nameKey(allowance.spender, nameOf)} may take`,
    toAmounts(allowance),
    (amount) => viewAmount(amount.toString(), { decimals: allowance.decimals }),
  )

const toAmounts = (accounts: {
  readonly expectedBaseUnits: string | null
  readonly actualBaseUnits: string | null
  readonly observedBaseUnits: string
}): Accounts => {
  const parse = (amount: string | null) => (amount === null ? undefined : BigInt(amount))
  return {
    expected: parse(accounts.expectedBaseUnits),
    actual: parse(accounts.actualBaseUnits),
    observed: BigInt(accounts.observedBaseUnits),
  }
}

interface Accounts {
  readonly expected: bigint | undefined
  readonly actual: bigint | undefined
  readonly observed: bigint
  /** What passed through, where the difference is measured by it. */
  readonly through?: bigint
}

function viewRow(
  symbol: string,
  { expected, actual, observed, through }: Accounts,
  show: (amount: bigint) => ViewAmount,
): ViewAmounts {
  const showKnown = (amount: bigint | undefined) => (amount === undefined ? { text: '—' } : show(amount))
  return {
    symbol: showText(symbol, 200),
    expected: showKnown(expected),
    actual: showKnown(actual),
    observed: show(observed),
    differenceBps: expected === undefined ? '—' : describeDifference(expected, observed, through),
    agrees: actual === undefined || actual === observed,
  }
}

const captionOf = ({ groundTruthSource, errorBps, settles }: Outcome) =>
  [
    ...(settles === undefined ? [] : [`Settles step ${settles + 1}`]),
    `Ground truth from ${showText(groundTruthSource)}; expected against observed ${formatCount(errorBps, 'bp')}`,
  ].join('; ')

const sumOf = (deltas: readonly RecordDelta[], token: string): bigint =>
  deltas
    .filter((delta) => isSameToken(delta, token))
    .reduce((sum, { deltaBaseUnits }) => sum + BigInt(deltaBaseUnits), 0n)

const isSameToken = (one: { readonly token: string }, token: string) =>
  one.token.toLowerCase() === token.toLowerCase()

// Rounded up like the oracle's: a difference is never shown as none.
function describeDifference(expected: bigint, observed: bigint, through?: bigint): string {
  if (expected === observed) return '0'
  const magnitude = through ?? (expected < 0n ? -expected : expected)
  if (magnitude === 0n) return 'unexpected'
  const difference = expected < observed ? observed - expected : expected - observed
  const bps = ((difference * 10_000n + magnitude - 1n) / magnitude).toLocaleString('en-US')
  return through === undefined ? bps : `${bps} of what passed through`
}
