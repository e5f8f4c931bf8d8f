import type { ActionClass } from '../../../tools/safety/policy/phases.ts'
import type { PositionChange } from '../intent.ts'
import { exactly } from '../interval.ts'
import type { KindModel, RequestReader } from '../model.ts'
import type { TokenAmount } from '../terms.ts'

/** What a lender's act is: it may be the first of its reserve or market, or the last. */
const CLASSES = {
  increase: ['new-position', 'increase-position'],
  decrease: ['decrease-position', 'close-position'],
} as const satisfies Readonly<Record<string, readonly ActionClass[]>>

/** More than anybody has. */
const BEYOND = 2n ** 200n

/** What an act at a lending venue means, beyond what it does to the position. */
export interface LendingTerms {
  /** Lending unless told. */
  readonly category?: KindModel['category']
  readonly needs?: readonly string[]
  readonly refusals: readonly string[]
  readonly classes?: readonly ActionClass[]
  readonly riskTier?: PositionChange['riskTier']
  readonly toleranceBps?: number
  /** Whether a sale on the way is bounded by an amount: in small sums that is further from the price than was asked. */
  readonly isBoundByAmount?: true
  gives?(request: RequestReader): readonly TokenAmount[]
  gets?(request: RequestReader): readonly string[]
}

/** Say what an act at a lending venue means: what is supplied and owed grows or shrinks, or is only set. */
export const modelLending = (
  change: 'increase' | 'decrease' | 'set',
  {
    category = 'lending',
    needs = [],
    classes,
    riskTier,
    toleranceBps = 1,
    isBoundByAmount,
    gives,
    gets,
    refusals,
  }: LendingTerms,
): KindModel => ({
  category,
  needs,
  means: (request) => ({
    kind: 'position',
    change,
    lends: true,
    ...(change === 'set' ? {} : { classes: classes ?? CLASSES[change] }),
    ...(riskTier === undefined ? {} : { riskTier }),
    gives: gives?.(request) ?? [],
    gets: gets?.(request) ?? [],
    toleranceBps: Number(request.params.slippageBps ?? toleranceBps),
    ...(isBoundByAmount ? { isBoundByAmount } : {}),
    refusals,
  }),
})

/** All of what a request names goes out. */
export const giveAll = ({ token, amount }: RequestReader): readonly TokenAmount[] => [
  { token: token('token'), amount: exactly(amount('amountBaseUnits')) },
]

/** Of what a request names no more goes out than is owed, and that is no spend. */
export const giveAtMost = ({ token, amount, params }: RequestReader): readonly TokenAmount[] => [
  {
    token: token('token'),
    amount: { least: 0n, most: params.everything === true ? BEYOND : amount('amountBaseUnits') },
  },
]

/** What a request names comes in. */
export const getNamed = ({ token }: RequestReader): readonly string[] => [token('token')]
