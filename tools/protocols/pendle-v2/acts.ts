import { type Address, type ContractFunctionArgs, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import type { PositionDelta } from '../../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { buildApproval } from '../../kit/approval.ts'
import { ask, view } from '../../kit/views.ts'
import { pyAbi, routerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { MARKET_ERROR_CODES, type Market } from './market.ts'
import { keyOf } from './places.ts'

type Acting = Pick<ToolContext, 'book' | 'account'>

/** How far time and the router's search take what comes from what was quoted, in basis points. */
export const TRADE_TOLERANCE_BPS = 3

/** Codes that acts of the router may raise. */
export const ACT_ERROR_CODES = [
  ...MARKET_ERROR_CODES,
  'PENDLE_MATURED',
  'PENDLE_NO_TRADE',
  'INSUFFICIENT_LIQUIDITY',
  'ZERO_AMOUNT',
] as const

const NO_SWAP = { swapType: 0, extRouter: zeroAddress, extCalldata: '0x', needScale: false } as const

/** No orders of others. */
export const NO_ORDERS = {
  limitRouter: zeroAddress,
  epsSkipMarket: 0n,
  normalFills: [],
  flashFills: [],
  optData: '0x',
} as const

/** The asset itself, as the router takes it. */
export const plainInput = ({ asset }: Pick<Market, 'asset'>, amount: bigint) => ({
  tokenIn: asset,
  netTokenIn: amount,
  tokenMintSy: asset,
  pendleSwap: zeroAddress,
  swapData: NO_SWAP,
})

/** The asset itself, at least so much of it, as the router pays it out. */
export const plainOutput = ({ asset }: Pick<Market, 'asset'>, least: bigint) => ({
  tokenOut: asset,
  minTokenOut: least,
  tokenRedeemSy: asset,
  pendleSwap: zeroAddress,
  swapData: NO_SWAP,
})

/** Look for what comes of an exact input within a percent of what was quoted, to a hundredth of one (MarketApproxLib.sol). */
export const approximate = (quoted: bigint) => ({
  guessMin: (quoted * 99n) / 100n,
  guessMax: (quoted * 101n) / 100n + 1n,
  guessOffchain: quoted,
  maxIteration: 30n,
  eps: 10n ** 14n,
})

/** Build a call of the router. */
export const buildAct = <Name extends Extract<(typeof routerAbi)[number], { type: 'function' }>['name']>(
  { book }: Pick<Acting, 'book'>,
  functionName: Name,
  args: ContractFunctionArgs<typeof routerAbi, 'nonpayable' | 'payable', Name>,
): Call => ({
  to: BASE.on(book).router,
  valueWei: 0n,
  data: encodeFunctionData({ abi: routerAbi, functionName, args } as never),
})

/** A token and how much of it. */
export type Amount = readonly [token: Address, amount: bigint]

/** What an act of the router takes and gives, as expected. */
export interface Act {
  readonly call: Call
  readonly takes: readonly Amount[]
  readonly gives: readonly Amount[]
}

/** By how much the holding of a token of a market changes. */
export const changes = (token: Address, unitsDelta: bigint): PositionDelta => ({
  protocol: BASE.id,
  key: keyOf(token),
  kind: 'held',
  unitsDelta,
})

/** Plan acts of the router, each of which may take exactly what it does. The asset comes and goes as a token, all else as positions. */
export function planActs(
  { book, account }: Acting,
  { asset }: Pick<Market, 'asset'>,
  acts: readonly Act[],
  toleranceBps = TRADE_TOLERANCE_BPS,
): TransactionPlan {
  const { router: spender } = BASE.on(book)
  const total = new Map<Address, bigint>()
  for (const { takes, gives } of acts) {
    for (const [token, amount] of takes) total.set(token, (total.get(token) ?? 0n) - amount)
    for (const [token, amount] of gives) total.set(token, (total.get(token) ?? 0n) + amount)
  }
  const taken = new Set(acts.flatMap(({ takes }) => takes.map(([token]) => token)))
  return planTransaction(
    acts.flatMap(({ call, takes }) => [
      ...takes.map(([token, amount]) => buildApproval(token, spender, amount)),
      call,
    ]),
    {
      assets: [...total].flatMap(([token, deltaBaseUnits]) =>
        token === asset && deltaBaseUnits !== 0n ? [{ token, account, deltaBaseUnits }] : [],
      ),
      allowances: [...taken].map((token) => ({ token, owner: account, spender, valueBaseUnits: 0n })),
      positions: [...total].flatMap(([token, delta]) =>
        token === asset || delta === 0n ? [] : [changes(token, delta)],
      ),
      toleranceBps,
    },
  )
}

/** Hold what an account has of a token of a market against what it gives up. @throws ToolError INSUFFICIENT_LIQUIDITY */
export function assertHeld(token: Address, found: bigint, needed: bigint): void {
  // Of nothing there is never enough.
  const expected = needed === 0n ? 1n : needed
  if (found >= expected) return
  throw new ToolError('INSUFFICIENT_LIQUIDITY', {
    subject: `the account's holding of ${token}`,
    found,
    expected,
  })
}

/** Read what an account has of tokens of a market, in one request. */
export async function readHeld(
  ctx: Pick<ToolContext, 'chain' | 'account'>,
  tokens: readonly Address[],
): Promise<readonly bigint[]> {
  const { values } = await ask(
    ctx,
    tokens.map((token) => view(token, pyAbi, 'balanceOf', [ctx.account])),
  )
  return values.map((value) => (value as bigint | undefined) ?? 0n)
}
