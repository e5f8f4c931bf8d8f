import { type Address, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { HarnessError } from '../errors.ts'
import { ACTORS, type ActorName } from '../world/actors.ts'
import type { Ground } from './ground.ts'
import type { FeedAnswer } from './model-feed.ts'

/** A trade of another actor than the agent. */
export interface Trade {
  readonly actor: ActorName
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
}

/** The market: what feeds answer and pools show. */
export interface Market {
  /** Set feeds' answers, each in the feed's own units; with an age the feeds stay as old as that. */
  setFeeds(answers: readonly FeedAnswer[], ageSeconds?: number): Promise<void>
  /** Swap as another actor. */
  trade(trade: Trade): Promise<void>
  /** Trade right before the next transaction of the agent, when it was already sent, and back right after it. */
  sandwich(trade: Trade): void
  /** Trade until every pool of a token shows a price, in USD with the decimals given. */
  movePrice(token: Address, usd: bigint, usdDecimals: number): Promise<void>
}

const routerAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256 amountOut)',
])
const factoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])

/** Fee tiers in the order in which a trade looks for a pool. */
const FEE_TIERS = [500, 3000, 100, 10_000]

/** Create what trades as an actor. */
export const createTrade =
  ({ chain: { book }, client, sender }: Ground): Market['trade'] =>
  async ({ actor, tokenIn, tokenOut, amountIn }) => {
    const uniswap = UNISWAP_V3.find(book)
    if (uniswap === undefined)
      throw new HarnessError('CHAIN_MISMATCH', 'no Uniswap V3 here', { hint: 'use another world' })
    const from = ACTORS[actor].address
    let fee: number | undefined
    for (const tier of FEE_TIERS) {
      const pool = await client.readContract({
        address: uniswap.factory,
        abi: factoryAbi,
        functionName: 'getPool',
        args: [tokenIn, tokenOut, tier],
      })
      if (BigInt(pool) !== 0n) {
        fee = tier
        break
      }
    }
    if (fee === undefined) {
      throw new HarnessError('STEP_IMPOSSIBLE', 'no pool for this trade', {
        where: `${tokenIn} → ${tokenOut}`,
        hint: 'trade a pair that has a pool in this world',
      })
    }
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [uniswap.swapRouter, amountIn],
    })
    const swap = encodeFunctionData({
      abi: routerAbi,
      functionName: 'exactInputSingle',
      args: [
        { tokenIn, tokenOut, fee, recipient: from, amountIn, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
      ],
    })
    const hashes = [
      await sender.send(from, { to: tokenIn, data: approve }),
      await sender.send(from, { to: uniswap.swapRouter, data: swap }),
    ]
    await sender.settle(hashes, 'the trade')
  }
