import { type Address, type Hex, numberToHex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import type { AssetDelta, PositionDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import type { LotKind } from '../../core/position.ts'
import { Type } from '../../core/schema.ts'
import { buildApproval } from '../../kit/approval.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { ordersAbi, stakingAbi } from './abi.ts'
import { BASE } from './base.ts'

/** What planning an act is given. */
export type Planning = Pick<ToolContext, 'book' | 'chain' | 'account'>

/** Codes that planning any act may raise. */
export const ACT_ERROR_CODES = [
  'PROTOCOL_NOT_DEPLOYED',
  'ZERO_AMOUNT',
  'NOT_IN_MODEL',
  'CHAIN_READ_FAILED',
] as const

/** The model is on the local chain alone. */
export const MODEL_CHAINS = [31_337] as const

/** Number of a ticket or an order. */
export const IdSchema = Type.String({ pattern: '^[1-9][0-9]{0,17}$' })

/** What indexes are scaled by. */
export const RAY = 10n ** 27n

/** What is staked goes by this key, tickets by their number. */
export const STAKED: Hex = numberToHex(0, { size: 32 })

/** The key of a ticket. */
export const ticketKey = (id: bigint): Hex => numberToHex(id, { size: 32 })

const ORDER_BIT = 1n << 255n

/** The key of an order: its number with the highest bit set. */
export const orderKey = (id: bigint): Hex => numberToHex(ORDER_BIT | id, { size: 32 })

/** The number of an order by its key. */
export const numberOfOrder = (key: Hex): bigint => BigInt(key) ^ ORDER_BIT

/** State by how many units an act changes a lot. */
export const changeOf = (key: PositionDelta['key'], kind: LotKind, unitsDelta: bigint): PositionDelta => ({
  protocol: BASE.id,
  key,
  kind,
  unitsDelta,
})

/** State what comes to the account or, below zero, leaves it. */
export const deltaOf = (ctx: Planning, token: Address, deltaBaseUnits: bigint): AssetDelta => ({
  token,
  account: ctx.account,
  deltaBaseUnits,
})

/** Build a call of the staking contract. */
export function callStaking(
  { book }: Planning,
  functionName: 'stake' | 'requestExit' | 'claim',
  args: readonly [amount: bigint, to: Address],
): Call {
  const data = encodeFunctionData({ abi: stakingAbi, functionName, args })
  return { to: BASE.on(book).staking, valueWei: 0n, data }
}

/** Read what staking stands at: assets for a share and for a ticket's unit, in ray, and what the account has staked. */
export async function readStaking({ book, chain, account }: Planning) {
  const staking = { address: BASE.on(book).staking, abi: stakingAbi } as const
  const [asset, index, queueIndex, totalShares, totalAssets, shares] = await chain.multicall({
    ...inOneCall(book),
    allowFailure: false,
    contracts: [
      { ...staking, functionName: 'asset' },
      { ...staking, functionName: 'index' },
      { ...staking, functionName: 'queueIndex' },
      { ...staking, functionName: 'totalShares' },
      { ...staking, functionName: 'totalAssets' },
      { ...staking, functionName: 'sharesOf', args: [account] },
    ],
  })
  return { asset, index, queueIndex, totalShares, totalAssets, shares }
}

type Staking = Awaited<ReturnType<typeof readStaking>>

/** Plan to stake: the account allows exactly that, and staking takes all of it. */
export function planStake(ctx: Planning, { asset, totalShares, totalAssets }: Staking, amount: bigint) {
  const { staking } = BASE.on(ctx.book)
  const shares = totalShares === 0n ? amount : (amount * totalShares) / totalAssets
  return {
    calls: [buildApproval(asset, staking, amount), callStaking(ctx, 'stake', [amount, ctx.account])],
    assets: [deltaOf(ctx, asset, -amount)],
    allowances: noAllowanceLeft(ctx, asset, staking),
    positions: [changeOf(STAKED, 'held', shares)],
  }
}

/** State that nothing is left of what a contract may take. */
export const noAllowanceLeft = (ctx: Planning, token: Address, spender: Address) => [
  { token, owner: ctx.account, spender, valueBaseUnits: 0n },
]

/** Units of the ticket for shares that are given up: assets rounded down, units too. */
export const ticketUnits = (shares: bigint, index: bigint, queueIndex: bigint): bigint =>
  (((shares * index) / RAY) * RAY) / queueIndex

/** Build a call of the orders' contract. */
export function callOrders(
  { book }: Pick<Planning, 'book'>,
  ...call: ['place', readonly [Address, bigint, Address, bigint, number]] | ['cancel', readonly [bigint]]
): Call {
  const [functionName, args] = call
  const data = encodeFunctionData({ abi: ordersAbi, functionName, args } as never)
  return { to: BASE.on(book).orders, valueWei: 0n, data }
}
