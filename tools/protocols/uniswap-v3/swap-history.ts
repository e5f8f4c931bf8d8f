import { type Address, BlockNotFoundError, erc20Abi, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import type { TokenAmounts } from '../../kit/concentrated-liquidity.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import {
  DEFAULT_BLOCKS,
  describeWindow,
  type LogWindow,
  WINDOW_OUTPUT,
  WINDOW_PARAMETERS,
} from '../../kit/log-window.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  describePool,
  listStateReads,
  POOL_OUTPUT,
  POOL_PARAMETERS,
  type Pool,
  type PoolState,
  poolNotFound,
  resolvePool,
  takeStates,
} from './pool.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** One swap as its log has it; amounts are the pool's, positive where it received. */
export interface SwapEvent {
  readonly pool: Address
  readonly blockNumber: bigint
  readonly logIndex: number
  readonly transactionHash: Hex
  readonly timestampSeconds: number
  readonly amount0: bigint
  readonly amount1: bigint
  /** After the swap. */
  readonly sqrtPriceX96: bigint
  readonly liquidity: bigint
  readonly tick: number
  readonly sender: Address
  readonly recipient: Address
}

/** Parameters of tools that look at a pool's past. */
export const HISTORY_PARAMETERS = { ...POOL_PARAMETERS, ...WINDOW_PARAMETERS }

/** What tools about a pool's past say of where they looked. */
export const HISTORY_OUTPUT = {
  ...POOL_OUTPUT,
  ...WINDOW_OUTPUT,
  windowSeconds: Type.Integer(),
  swapCount: Type.Integer(),
}

/** Codes that looking at a pool's past may raise. */
export const HISTORY_ERROR_CODES = [
  'INVALID_PARAMS',
  'SAME_TOKEN',
  'UNKNOWN_TOKEN',
  'NOT_FOUND',
  'POOL_NOT_FOUND',
  'PROTOCOL_NOT_DEPLOYED',
  'CHAIN_READ_FAILED',
  'HISTORY_TOO_SHORT',
] as const

/** A range of blocks with the time of its ends. */
export interface TimedWindow extends LogWindow {
  readonly startSeconds: number
  readonly endSeconds: number
}

/** A pool, what it is now, and its swaps of a range of blocks in their order. */
export interface PoolHistory {
  readonly pool: Pool
  readonly state: PoolState
  /** Tokens that the pool holds, uncollected fees and liquidity out of range included. */
  readonly held: TokenAmounts
  readonly window: TimedWindow
  readonly swaps: readonly SwapEvent[]
}

const listBalanceReads = (pools: readonly Pool[]) =>
  pools.flatMap(({ address, token0, token1 }) =>
    [token0, token1].map(
      (token) =>
        ({ address: token.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] }) as const,
    ),
  )

/** The block that a window is to end with; undefined for the head, which is read with the rest. */
async function readNamedBlock(ctx: Reading, toBlock: string | undefined) {
  if (toBlock === undefined) return undefined
  try {
    const { number, timestamp } = await ctx.chain.getBlock({ blockNumber: BigInt(toBlock) })
    return { number, timestamp }
  } catch (cause) {
    if (!(cause instanceof BlockNotFoundError)) throw cause
    throw new ToolError('NOT_FOUND', {
      subject: `block ${toBlock}`,
      reason: 'the chain has none of that number',
    })
  }
}

/** Read pools at the head, and the head itself, in one request. */
async function readHead(ctx: Reading, pools: readonly Pool[]) {
  const batch = inOneCall(ctx.book)
  const multicall = { address: batch.multicallAddress, abi: multicall3Abi } as const
  const answers = await ctx.chain.multicall({
    ...batch,
    contracts: [
      ...listStateReads(pools),
      ...listBalanceReads(pools),
      ...[{ ...multicall, functionName: 'getBlockNumber' } as const],
      ...[{ ...multicall, functionName: 'getCurrentBlockTimestamp' } as const],
    ],
  })
  const [number = 0n, timestamp = 0n] = answers.slice(-2).map(({ result }) => result as bigint | undefined)
  const balances = answers
    .slice(3 * pools.length, 5 * pools.length)
    .map(({ result }) => (result ?? 0n) as bigint)
  return { states: takeStates(pools.length, answers), balances, number, timestamp }
}

/** Time of a log. @throws ToolError CHAIN_READ_FAILED when the node gives its logs none */
function timeOf(log: { readonly blockTimestamp?: bigint | null | undefined }): number {
  if (typeof log.blockTimestamp === 'bigint') return Number(log.blockTimestamp)
  throw new ToolError('CHAIN_READ_FAILED', {
    subject: 'logs',
    reason: 'the node answers them without the time of their blocks',
  })
}

/**
 * Read state and swaps of several pools over one range of blocks, in three requests, and one more for a block
 * that is named; a pool that was not created is left
 * out.
 *
 * @throws ToolError NOT_FOUND, CHAIN_READ_FAILED, PROTOCOL_NOT_DEPLOYED
 */
export async function readPoolHistories(
  ctx: Reading,
  pools: readonly Pool[],
  params: { readonly blocks?: number; readonly toBlock?: string },
): Promise<readonly PoolHistory[]> {
  const [head, named] = await Promise.all([readHead(ctx, pools), readNamedBlock(ctx, params.toBlock)])
  const { states, balances } = head
  const last = named ?? head
  const blocks = BigInt(params.blocks ?? DEFAULT_BLOCKS)
  const fromBlock = last.number >= blocks ? last.number - blocks + 1n : 0n
  const [first, logs] = await Promise.all([
    ctx.chain.getBlock({ blockNumber: fromBlock }),
    ctx.chain.getContractEvents({
      address: pools.map(({ address }) => address),
      abi: poolAbi,
      eventName: 'Swap',
      fromBlock,
      toBlock: last.number,
      strict: true,
    }),
  ])
  const window = {
    fromBlock,
    toBlock: last.number,
    startSeconds: Number(first.timestamp),
    endSeconds: Number(last.timestamp),
  }
  const byPool = Map.groupBy(logs, ({ address }) => address.toLowerCase())
  return pools.flatMap((pool, index) => {
    const state = states[index]
    if (state === undefined) return []
    const own = byPool.get(pool.address.toLowerCase()) ?? []
    const swaps = own.map((log): SwapEvent => {
      const { blockNumber, logIndex, transactionHash } = log
      const timestampSeconds = timeOf(log)
      return { pool: pool.address, blockNumber, logIndex, transactionHash, timestampSeconds, ...log.args }
    })
    const held = { amount0: balances[2 * index] ?? 0n, amount1: balances[2 * index + 1] ?? 0n }
    return [{ pool, state, held, window, swaps }]
  })
}

/**
 * Read state and swaps of the pool that a caller named, in three requests, and one more for a pool by its address.
 *
 * @param least swaps without which there is nothing to say
 * @throws ToolError one of `HISTORY_ERROR_CODES`
 */
export async function readPoolHistory(
  ctx: Reading,
  params: Parameters<typeof resolvePool>[1] & { readonly blocks?: number; readonly toBlock?: string },
  least: number,
): Promise<PoolHistory> {
  const pool = await resolvePool(ctx, params)
  const [history] = await readPoolHistories(ctx, [pool], params)
  if (history === undefined) throw poolNotFound(pool.token0, pool.token1, pool.feeTier)
  assertSwaps(history, least)
  return history
}

/**
 * Hold a pool's swaps against how many are needed.
 *
 * @throws ToolError HISTORY_TOO_SHORT
 */
export function assertSwaps({ pool, window, swaps }: PoolHistory, least: number): void {
  if (swaps.length >= least) return
  throw BASE.error('HISTORY_TOO_SHORT', {
    subject: `swaps of ${pool.token0.symbol}/${pool.token1.symbol} at fee ${pool.feeTier}`,
    found: swaps.length,
    blocks: window.toBlock - window.fromBlock + 1n,
    expected: least,
  })
}

/** Length of a window in seconds. */
export const secondsOf = ({ startSeconds, endSeconds }: TimedWindow): number => endSeconds - startSeconds

/** Describe a history as `HISTORY_OUTPUT` has it. */
export const describeHistory = ({ pool, window, swaps }: PoolHistory) => ({
  ...describePool(pool),
  ...describeWindow(window),
  windowSeconds: secondsOf(window),
  swapCount: swaps.length,
})
