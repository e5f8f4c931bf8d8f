import { type Address, erc20Abi, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { isAnswerOfContract } from '../../core/contract-reads.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { AssetDelta, PositionDelta } from '../../core/outcome.ts'
import { planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BpsSchema, HashSchema, SignedBaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import type { Settlement, SettlementInput } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { poolAbi, vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { keyOfPool, tokenOf } from './places.ts'
import { addressOf, type Pool, readPool } from './pool.ts'
import { type Exit, quoteExit, toExit, toJoin } from './shares.ts'

type Acting = Pick<ToolContext, 'book' | 'chain' | 'account'>

/** How much of the shares that an account has is given back. */
export const ShareSchema = Type.Integer({
  ...BpsSchema,
  minimum: 1,
  description: 'share of what the account has of the pool, basis points; 10000 is everything',
})

/** What every tool that changes a position here reports. */
export const POSITION_OUTPUT = Type.Object({
  /** By a pool's id its shares, by a token's address (32 bytes) what lies inside of the Vault; below zero what went. */
  positions: Type.Array(Type.Object({ key: HashSchema, unitsDeltaBaseUnits: SignedBaseUnitsSchema })),
  tokens: TokenChangesSchema,
})

/** What comes of a token or, below zero, goes. */
export const moves = ({ account }: Acting, token: Address, deltaBaseUnits: bigint): AssetDelta => ({
  token,
  account,
  deltaBaseUnits,
})

/** By how much a position changes. */
export const changes = (key: Hex, unitsDelta: bigint): PositionDelta => ({
  protocol: BASE.id,
  key,
  kind: 'held',
  unitsDelta,
})

/** What an action leaves of an allowance for the Vault: nothing. */
export const spentAllowance = ({ book, account }: Acting, token: Address) => ({
  token,
  owner: account,
  spender: BASE.on(book).vault,
  valueBaseUnits: 0n,
})

/** Plan to let the Vault take exact amounts, and to join with them for at least a part of the shares that were quoted. */
export function planJoin(
  ctx: Acting,
  pool: Pool,
  join: { readonly amounts: readonly bigint[]; readonly shares: bigint; readonly slippageBps: number },
): TransactionPlan {
  const { vault } = BASE.on(ctx.book)
  const paid = pool.tokens.flatMap(({ address: token }, index) => {
    const amount = join.amounts[index] ?? 0n
    return amount === 0n ? [] : [{ token, amount }]
  })
  const request = toJoin(pool, join.amounts, minimumAfterSlippage(join.shares, join.slippageBps))
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'joinPool',
    args: [pool.id, ctx.account, ctx.account, request],
  })
  return planTransaction(
    [
      ...paid.map(({ token, amount }) => buildApproval(token, vault, amount)),
      { to: vault, valueWei: 0n, data },
    ],
    {
      assets: paid.map(({ token, amount }) => moves(ctx, token, -amount)),
      allowances: paid.map(({ token }) => spentAllowance(ctx, token)),
      positions: [changes(keyOfPool(pool.id), join.shares)],
      toleranceBps: join.slippageBps,
    },
  )
}

/**
 * Read a pool, and how many shares a part of what the account has of it is.
 *
 * @throws ToolError POOL_NOT_REGISTERED, INSUFFICIENT_LIQUIDITY
 */
export async function readShares(ctx: Acting, poolId: Hex, shareBps: number) {
  const [pool, held] = await Promise.all([
    readPool(ctx, poolId),
    ctx.chain
      .readContract({
        address: addressOf(poolId),
        abi: poolAbi,
        functionName: 'balanceOf',
        args: [ctx.account],
      })
      // What the Vault does not know need not be a contract; reading the pool says so.
      .catch((cause: unknown) => {
        if (!isAnswerOfContract(cause)) throw cause
        return 0n
      }),
  ])
  const shares = (held * BigInt(shareBps)) / 10_000n
  if (shares > 0n) return { pool, shares }
  const subject = `the account's shares of pool ${pool.symbol}`
  throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: held, expected: 1n })
}

/** Plan to give shares back for at least a part of the tokens that were quoted. */
export async function planExit(
  ctx: Acting,
  pool: Pool,
  exit: Exit & { readonly slippageBps: number },
): Promise<TransactionPlan> {
  const amounts = await quoteExit(ctx, pool, exit, ctx.account)
  const least = amounts.map((amount) => minimumAfterSlippage(amount, exit.slippageBps))
  const data = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'exitPool',
    args: [pool.id, ctx.account, ctx.account, toExit(pool, { ...exit, least })],
  })
  return planTransaction([{ to: BASE.on(ctx.book).vault, valueWei: 0n, data }], {
    assets: pool.tokens.flatMap(({ address }, index) =>
      amounts[index] ? [moves(ctx, address, amounts[index])] : [],
    ),
    positions: [changes(keyOfPool(pool.id), -exit.shares)],
    toleranceBps: exit.slippageBps,
  })
}

type Settling = Pick<SettlementInput, 'plan' | 'receipt' | 'account'>

/** How many shares of a pool came to an account, by the pool's own word. */
const sharesMoved = ({ receipt, account }: Settling, pool: Address): bigint =>
  parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
    .filter(({ address }) => isAddressEqual(address, pool))
    .reduce(
      (sum, { args: { from, to, value } }) =>
        sum + (isAddressEqual(to, account) ? value : 0n) - (isAddressEqual(from, account) ? value : 0n),
      0n,
    )

/** How much of a token came to an account inside of the Vault. */
const balanceMoved = ({ plan, receipt, account }: Settling, token: Address): bigint =>
  parseEventLogs({
    abi: vaultAbi,
    eventName: 'InternalBalanceChanged',
    logs: logsOfCalled({ plan, receipt }),
  })
    .filter(({ args }) => isAddressEqual(args.user, account) && isAddressEqual(args.token, token))
    .reduce((sum, { args }) => sum + args.delta, 0n)

/** Report from a receipt what became of the positions that a plan changes; shares are no token of the account's. */
export function settlePositions(settling: Settling): Settlement<Static<typeof POSITION_OUTPUT>> {
  const { plan, receipt, account } = settling
  const changed = plan.expectation.positions.map((expected) => {
    // Every plan here knows the key before.
    const key = expected.key as Hex
    const token = tokenOf(key)
    const delta = token === undefined ? sharesMoved(settling, addressOf(key)) : balanceMoved(settling, token)
    return { key, delta }
  })
  const pools = changed.flatMap(({ key }) => (tokenOf(key) === undefined ? [addressOf(key)] : []))
  const assets = readTransferDeltas(receipt, account).filter(
    ({ token, deltaBaseUnits }) =>
      deltaBaseUnits !== 0n && !pools.some((pool) => isAddressEqual(pool, token)),
  )
  return {
    data: {
      positions: changed.map(({ key, delta }) => ({ key, unitsDeltaBaseUnits: delta.toString() })),
      tokens: describeTokenChanges(assets),
    },
    actualOutcome: {
      assets,
      allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      positions: changed.flatMap(({ key, delta }) => (delta === 0n ? [] : [changes(key, delta)])),
    },
    groundTruthSource: 'receipt',
  }
}
