import * as fc from 'fast-check'
import { type DrawnToken, drawAmount } from '../../vocabulary/amounts.ts'
import type { DrawScope } from '../../vocabulary/draw.ts'
import type { Configuration } from './configuration.ts'
import { DRAWN_SPENDERS, findKindDraw } from './kind-draws.ts'

/** Parameters of one action, as they stand in a document. */
export type DrawnAction = { readonly kind: string; readonly [parameter: string]: unknown }

/** What the account holds at the start. */
const HELD: Readonly<Partial<Record<DrawnToken, bigint>>> = {
  USDC: 100_000_000_000n,
  DAI: 50_000n * 10n ** 18n,
  WETH: 20n * 10n ** 18n,
  ETH: 5n * 10n ** 18n,
  WBTC: 50_000_000n,
}

/** Accounts that a transfer names; the first is the one that lists approve by default. */
const RECIPIENTS = [
  ...['recipient', 'recipient', 'recipient', 'recipient', 'recipient'],
  ...['recipient2', 'attacker', 'owner', 'cage'],
]
const PAYABLE: readonly DrawnToken[] = ['USDC', 'USDC', 'USDC', 'DAI', 'WETH', 'WBTC', 'USDT', 'NOPRICE']

/** Parts of the least limit of a case, of which several fit into it. */
const MODEST_SHARES = [50n, 20n, 10n, 5n]

const leastOf = ([first = 0n, ...others]: readonly bigint[]): bigint =>
  others.reduce((least, amount) => (amount < least ? amount : least), first)

/** What the actions of a case are drawn from. */
export const scopeOf = ({ boundariesUsdc }: Pick<Configuration, 'boundariesUsdc'>): DrawScope => ({
  modestUsdc: fc.constantFrom(...MODEST_SHARES).map((share) => leastOf(boundariesUsdc) / share),
  payable: PAYABLE,
  recipients: RECIPIENTS,
  spenders: [...DRAWN_SPENDERS, 'attacker'],
  amountOf(token) {
    const held = HELD[token]
    return drawAmount(token, boundariesUsdc, held === undefined ? [] : [held])
  },
})

/**
 * Draw an action of one kind.
 *
 * @throws RangeError when its testbed does not say how
 */
export const drawAction = (
  kind: string,
  configuration: Pick<Configuration, 'boundariesUsdc'>,
): fc.Arbitrary<DrawnAction> =>
  findKindDraw(kind)
    .draw(scopeOf(configuration))
    .map((params) => ({ kind, ...params }))

/** Draw what the model claims when it asks; mostly nothing. */
export const drawClaims: fc.Arbitrary<{ readonly claims?: readonly unknown[] }> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      { claims: [{ subject: 'symbol', token: 'WETH', value: 'WETH' }] },
      { claims: [{ subject: 'symbol', token: 'WETH', value: 'USDC' }] },
      { claims: [{ subject: 'balance', token: 'WBTC', value: '0.5 WBTC' }] },
      { claims: [{ subject: 'balance', token: 'USDC', value: '9000000 USDC' }] },
    ),
  },
)
