import type { Address, Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { poolAbi } from './abi.ts'
import type { Pool } from './pool.ts'

/** A change of a pool's liquidity. */
export interface LiquidityEvent {
  readonly type: 'mint' | 'burn' | 'collect'
  readonly blockNumber: bigint
  readonly logIndex: number
  readonly transactionHash: Hex
  readonly owner: Address
  readonly tickLower: number
  readonly tickUpper: number
  /** Added or removed; 0 where amounts alone are collected. */
  readonly liquidity: bigint
  readonly amount0: bigint
  readonly amount1: bigint
}

/** How tools tell a change of liquidity. */
export const LIQUIDITY_EVENT_OUTPUT = {
  type: Type.Union([Type.Literal('mint'), Type.Literal('burn'), Type.Literal('collect')]),
  blockNumber: Type.String(),
  logIndex: Type.Integer(),
  transactionHash: HashSchema,
  owner: AddressSchema,
  tickLower: Type.Integer(),
  tickUpper: Type.Integer(),
  liquidity: BaseUnitsSchema,
  amount0BaseUnits: BaseUnitsSchema,
  amount1BaseUnits: BaseUnitsSchema,
}

const NAMES = ['Mint', 'Burn', 'Collect'] as const
const TYPES = { Mint: 'mint', Burn: 'burn', Collect: 'collect' } as const
const eventsAbi = poolAbi.filter(
  (item): item is Extract<(typeof poolAbi)[number], { name: (typeof NAMES)[number] }> =>
    item.type === 'event' && NAMES.some((name) => name === item.name),
)

/** Read all changes of a pool's liquidity in a range of blocks, in their order and in one request. */
export async function readLiquidityEvents(
  ctx: Pick<ToolContext, 'chain'>,
  pool: Pick<Pool, 'address'>,
  { fromBlock, toBlock }: LogWindow,
): Promise<readonly LiquidityEvent[]> {
  const logs = await ctx.chain.getLogs({
    address: pool.address,
    events: eventsAbi,
    fromBlock,
    toBlock,
    strict: true,
  })
  return logs.map(({ eventName, blockNumber, logIndex, transactionHash, args }) => ({
    type: TYPES[eventName],
    blockNumber,
    logIndex,
    transactionHash,
    owner: args.owner,
    tickLower: args.tickLower,
    tickUpper: args.tickUpper,
    liquidity: 'amount' in args ? args.amount : 0n,
    amount0: args.amount0,
    amount1: args.amount1,
  }))
}

/** Describe a change of liquidity as `LIQUIDITY_EVENT_OUTPUT` has it. */
export const describeLiquidityEvent = (event: LiquidityEvent) => ({
  type: event.type,
  blockNumber: event.blockNumber.toString(),
  logIndex: event.logIndex,
  transactionHash: event.transactionHash,
  owner: event.owner,
  tickLower: event.tickLower,
  tickUpper: event.tickUpper,
  liquidity: event.liquidity.toString(),
  amount0BaseUnits: event.amount0.toString(),
  amount1BaseUnits: event.amount1.toString(),
})
