import { type Address, erc20Abi, pad, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Expectation, PositionDelta } from '../../core/outcome.ts'
import { type Call, planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { AddressSchema, BpsSchema, SignedBaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { routerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { amountsOf, type Reserves } from './maths.ts'
import { type Pair, type PairState, readPair } from './pair.ts'
import { NO_DEADLINE } from './pair-address.ts'

type Account = Pick<ToolContext, 'book' | 'account'>

/** What every tool that changes liquidity reports. */
export const LiquidityChangeSchema = Type.Object({
  pair: AddressSchema,
  liquidityDeltaBaseUnits: SignedBaseUnitsSchema,
  tokens: TokenChangesSchema,
})

/** How much of what an account holds of a pair is taken out. */
export const ShareSchema = Type.Integer({
  ...BpsSchema,
  minimum: 1,
  description: 'share of the liquidity that the account holds, basis points; 10000 is everything',
})

/** What a pair's liquidity is called by the reader that counts it. */
const keyOf = (pair: Pick<Pair, 'address'>) => pad(pair.address.toLowerCase() as Address, { size: 32 })

const changeOf = (pair: Pick<Pair, 'address'>, liquidity: bigint): PositionDelta => ({
  protocol: BASE.id,
  key: keyOf(pair),
  kind: 'held',
  unitsDelta: liquidity,
})

/** What goes in of one token of a pair. */
interface Side {
  readonly token: Address
  readonly most: bigint
  readonly least: bigint
}

/** Build `[approve, approve, add, revoke, revoke]`: of what is offered the pair may take less once its reserves moved. */
export function buildDeposit({ book, account }: Account, sides: readonly [Side, Side]): readonly Call[] {
  const { router } = BASE.on(book)
  const [a, b] = sides
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'addLiquidity',
    args: [a.token, b.token, a.most, b.most, a.least, b.least, account, NO_DEADLINE],
  })
  return [
    ...sides.map(({ token, most }) => buildApproval(token, router, most)),
    { to: router, valueWei: 0n, data },
    ...sides.map(({ token }) => buildApproval(token, router, 0n)),
  ]
}

/** State what calls that add to a pair come to: what is paid, no allowance of either token, and the liquidity. */
export const expectDeposit = (
  { book, account }: Account,
  pair: Pair,
  deposit: {
    readonly paid: readonly { readonly token: Address; readonly amount: bigint }[]
    readonly liquidity: bigint
    readonly slippageBps: number
  },
): Expectation => ({
  assets: deposit.paid.map(({ token, amount }) => ({ token, account, deltaBaseUnits: -amount })),
  allowances: [pair.token0, pair.token1].map(({ address }) => ({
    ...{ token: address, owner: account, spender: BASE.on(book).router, valueBaseUnits: 0n },
  })),
  positions: [changeOf(pair, deposit.liquidity)],
  toleranceBps: deposit.slippageBps,
})

/** Plan a deposit of both tokens; amounts are in the order of the pair. */
export function planDeposit(
  ctx: Account,
  pair: Pair,
  deposit: { readonly amounts: Reserves; readonly liquidity: bigint; readonly slippageBps: number },
): TransactionPlan {
  const side = ({ address: token }: Pair['token0'], amount: bigint) => ({
    ...{ token, amount, most: amount },
    least: minimumAfterSlippage(amount, deposit.slippageBps),
  })
  const sides = [side(pair.token0, deposit.amounts[0]), side(pair.token1, deposit.amounts[1])] as const
  return planTransaction(buildDeposit(ctx, sides), expectDeposit(ctx, pair, { ...deposit, paid: sides }))
}

/** A part of what an account holds of a pair, and what it would get back for it. */
export interface Withdrawal {
  readonly state: PairState
  readonly liquidity: bigint
  readonly amounts: Reserves
}

/**
 * Read what a share of the account's liquidity gives back, in one request.
 *
 * @throws ToolError PAIR_NOT_FOUND, LIQUIDITY_NOT_HELD, INSUFFICIENT_LIQUIDITY
 */
export async function readWithdrawal(
  ctx: Account & Pick<ToolContext, 'chain'>,
  pair: Pair,
  shareBps: number,
): Promise<Withdrawal> {
  const state = await readPair(ctx, pair, ctx.account)
  const subject = `${pair.token0.symbol}/${pair.token1.symbol}`
  if (state.held === 0n) {
    throw BASE.error('LIQUIDITY_NOT_HELD', { account: ctx.account, pair: subject })
  }
  const liquidity = (state.held * BigInt(shareBps)) / 10_000n
  const amounts = amountsOf(liquidity, state.holds, state.supplyWithFee)
  // The pair gives nothing back for liquidity that is worth nothing of either token.
  if (amounts.some((amount) => amount === 0n)) {
    throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: liquidity, expected: 1n })
  }
  return { state, liquidity, amounts }
}

/** Build `[approve, remove]`; the pair's own approval is used up. */
export function buildWithdrawal(
  { book, account }: Account,
  { state, liquidity, amounts }: Withdrawal,
  slippageBps: number,
): readonly Call[] {
  const { router } = BASE.on(book)
  const [amount0, amount1] = amounts
  const least = (amount: bigint) => minimumAfterSlippage(amount, slippageBps)
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'removeLiquidity',
    args: [
      ...([state.token0.address, state.token1.address, liquidity, least(amount0), least(amount1)] as const),
      account,
      NO_DEADLINE,
    ],
  })
  return [buildApproval(state.address, router, liquidity), { to: router, valueWei: 0n, data }]
}

/** State what a withdrawal comes to, the tokens apart: no allowance of the pair's own, and the liquidity. */
export const expectWithdrawal = (
  { book, account }: Account,
  { state, liquidity }: Withdrawal,
): Pick<Expectation, 'allowances' | 'positions'> => ({
  allowances: [{ token: state.address, owner: account, spender: BASE.on(book).router, valueBaseUnits: 0n }],
  positions: [changeOf(state, -liquidity)],
})

/** Plan to take liquidity out. */
export function planWithdrawal(ctx: Account, withdrawal: Withdrawal, slippageBps: number): TransactionPlan {
  const { state, amounts } = withdrawal
  return planTransaction(buildWithdrawal(ctx, withdrawal, slippageBps), {
    assets: [state.token0, state.token1].map(({ address: token }, index) => ({
      ...{ token, account: ctx.account, deltaBaseUnits: amounts[index] as bigint },
    })),
    ...expectWithdrawal(ctx, withdrawal),
    toleranceBps: slippageBps,
  })
}

/** The pair of which a plan changes the liquidity, by the key of that position. */
const pairIn = ({ expectation }: SettlementInput['plan']): Address =>
  `0x${String(expectation.positions[0]?.key ?? pad(zeroAddress, { size: 32 })).slice(26)}`

/** Report a change of liquidity from its receipt; what the pair says of its own token is the position. */
export function settleLiquidity({
  plan,
  receipt,
  account,
}: Pick<SettlementInput, 'plan' | 'receipt' | 'account'>): Settlement<Static<typeof LiquidityChangeSchema>> {
  const pair = pairIn(plan)
  const moved = readTransferDeltas(receipt, account)
  const assets = moved.filter(({ token }) => !isAddressEqual(token, pair))
  const liquidity = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
    .filter((log) => isAddressEqual(log.address, pair))
    .reduce((sum, { args: { from, to, value } }) => {
      const came = isAddressEqual(to, account) ? value : 0n
      return sum + came - (isAddressEqual(from, account) ? value : 0n)
    }, 0n)
  return {
    data: {
      pair,
      liquidityDeltaBaseUnits: liquidity.toString(),
      tokens: describeTokenChanges(assets),
    },
    actualOutcome: {
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions: liquidity === 0n ? [] : [changeOf({ address: pair }, liquidity)],
    },
    groundTruthSource: 'receipt',
  }
}
