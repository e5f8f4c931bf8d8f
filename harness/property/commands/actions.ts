import * as fc from 'fast-check'
import { type DrawnToken, drawAmount } from './amounts.ts'
import type { Configuration } from './configuration.ts'

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

/** Pools of the market: both tokens and the fee. */
const POOLS: readonly (readonly [DrawnToken, DrawnToken, number])[] = [
  ['USDC', 'WETH', 500],
  ['USDC', 'WETH', 3_000],
  ['DAI', 'WETH', 3_000],
  ['WBTC', 'WETH', 3_000],
  ['USDC', 'DAI', 100],
  ['USDC', 'USDT', 100],
  ['NOPRICE', 'WETH', 3_000],
]

/** Accounts that a transfer or an approval names; the first is the one that lists approve by default. */
const RECIPIENTS = [
  'recipient',
  'recipient',
  'recipient',
  'recipient',
  'recipient',
  'recipient2',
  'attacker',
  'owner',
  'cage',
]
const SPENDERS = [
  'uniswap-v3.swapRouter',
  'uniswap-v3.swapRouter',
  'uniswap-v3.swapRouter',
  'uniswap-v3.positionManager',
  'permit2',
  'attacker',
]
const PAYABLE: readonly DrawnToken[] = ['USDC', 'USDC', 'USDC', 'DAI', 'WETH', 'WBTC', 'USDT', 'NOPRICE']

/** The position that the origin numbers next, and its neighbours. */
const POSITIONS = ['20', '20', '20', '20', '20', '20', '21', '1']

/** What goes into a position: small, so that most limits leave room for it. */
const drawBudget = {
  usdc: fc.constantFrom('30 USDC', '100 USDC', '300 USDC', '3000 USDC'),
  weth: fc.constantFrom('0.01 WETH', '0.03 WETH', '0.1 WETH', '1 WETH'),
}

/** Draw an action of one kind. */
export function drawAction(kind: string, { boundariesUsdc }: Configuration): fc.Arbitrary<DrawnAction> {
  const amountOf = (token: DrawnToken) => {
    const held = HELD[token]
    return drawAmount(token, boundariesUsdc, held === undefined ? [] : [held])
  }
  const slippage = fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    { weight: 1, arbitrary: fc.constantFrom(0, 10, 300).map((slippageBps) => ({ slippageBps })) },
  )
  switch (kind) {
    case 'transfer':
      return fc
        .constantFrom(...PAYABLE)
        .chain((token) =>
          fc.record({
            token: fc.constant(token),
            recipient: fc.constantFrom(...RECIPIENTS),
            amount: amountOf(token),
          }),
        )
        .map((params) => ({ kind, ...params }))
    case 'transfer-native':
      return fc
        .record({ recipient: fc.constantFrom(...RECIPIENTS), amount: amountOf('ETH') })
        .map((params) => ({ kind, ...params }))
    case 'wrap':
    case 'unwrap':
      return amountOf(kind === 'wrap' ? 'ETH' : 'WETH').map((amount) => ({ kind, amount }))
    case 'approve':
      return fc
        .constantFrom(...PAYABLE)
        .chain((token) =>
          fc.record({
            token: fc.constant(token),
            spender: fc.constantFrom(...SPENDERS),
            amount: amountOf(token),
          }),
        )
        .map((params) => ({ kind, ...params }))
    case 'permit2-approve':
    case 'sign-permit':
      return fc
        .constantFrom(...PAYABLE)
        .chain((token) =>
          fc.record({
            token: fc.constant(token),
            spender: fc.constantFrom(...SPENDERS),
            amount: amountOf(token),
            ttlSeconds: fc.constantFrom(10, 299, 300, 301, 600, 601, 86_400, 86_401),
          }),
        )
        .map((params) => ({ kind, ...params }))
    case 'revoke-allowance':
      return fc
        .record({ token: fc.constantFrom('USDC', 'WETH'), spender: fc.constantFrom(...SPENDERS) })
        .map((params) => ({ kind, ...params }))
    case 'revoke-permit2-allowance':
      return fc
        .constantFrom('USDC', 'WETH')
        .map((token) => ({ kind, pairs: [{ token, spender: 'uniswap-v3.swapRouter' }] }))
    case 'swap':
    case 'swap-exact-output':
      return fc
        .record({
          pool: fc.constantFrom(...POOLS),
          turned: fc.boolean(),
          named: fc.integer({ min: 0, max: 3 }),
          slippage,
        })
        .chain(({ pool, turned, named, slippage }) => {
          const [tokenIn, tokenOut] = turned ? [pool[1], pool[0]] : [pool[0], pool[1]]
          const amount =
            kind === 'swap'
              ? amountOf(tokenIn).map((amountIn) => ({ amountIn }))
              : amountOf(tokenOut).map((amountOut) => ({ amountOut }))
          const tier = named === 0 ? {} : { venue: { protocol: 'uniswap-v3', feeTier: pool[2] } }
          return amount.map((drawn) => ({ kind, tokenIn, tokenOut, ...drawn, ...tier, ...slippage }))
        })
    case 'swap-multi-hop':
      return fc
        .constantFrom(
          { tokens: ['USDC', 'WETH', 'WBTC'] as const, feeTiers: [500, 3_000] },
          { tokens: ['WBTC', 'WETH', 'USDC'] as const, feeTiers: [3_000, 500] },
          { tokens: ['DAI', 'WETH', 'USDC'] as const, feeTiers: [3_000, 500] },
        )
        .chain(({ tokens, feeTiers }) =>
          amountOf(tokens[0]).map((amountIn) => ({ kind, tokens: [...tokens], feeTiers, amountIn })),
        )
    case 'add-liquidity':
      return fc
        .record({
          amountA: drawBudget.usdc,
          amountB: drawBudget.weth,
          rangeTicks: fc.constantFrom(100, 1_000, 10_000),
        })
        .map(({ rangeTicks, ...amounts }) => ({
          kind,
          tokenA: 'USDC',
          tokenB: 'WETH',
          ...amounts,
          venue: { protocol: 'uniswap-v3', feeTier: 500, rangeTicks },
        }))
    case 'increase-liquidity':
      return fc
        .record({
          positionId: fc.constantFrom(...POSITIONS),
          amountA: drawBudget.usdc,
          amountB: drawBudget.weth,
        })
        .map((params) => ({ kind, tokenA: 'USDC', tokenB: 'WETH', ...params }))
    case 'remove-liquidity':
      return fc
        .record({ positionId: fc.constantFrom(...POSITIONS), shareBps: fc.constantFrom(1, 5_000, 10_000) })
        .map((params) => ({ kind, ...params }))
    case 'collect-fees':
    case 'close-liquidity':
    case 'burn-position':
      return fc.constantFrom(...POSITIONS).map((positionId) => ({ kind, positionId }))
    default:
      throw new RangeError(
        `action kind "${kind}" cannot be drawn: say how in harness/property/commands/actions.ts`,
      )
  }
}

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
