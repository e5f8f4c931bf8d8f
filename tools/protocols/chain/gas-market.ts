import type { ChainReader } from '../../core/chain.ts'
import { medianOf } from '../../kit/median.ts'

/** Blocks that the fee suggestions look back on. */
const WINDOW_BLOCKS = 20

/** Percentiles of priority fees for a low, normal and fast suggestion. */
const PERCENTILES = [10, 50, 90]

/** Current gas prices in wei. */
export interface GasMarket {
  /** Base fee of the next block. */
  readonly baseFeeWei: bigint
  /** Priority fees at the 10th, 50th and 90th percentile: the median over recent blocks. */
  readonly priorityFeesWei: readonly [low: bigint, normal: bigint, fast: bigint]
  readonly usedBlocks: number
}

/** Read the gas market of the last 20 blocks; blocks without transactions say nothing about priority fees. */
export async function readGasMarket(chain: Pick<ChainReader, 'getFeeHistory'>): Promise<GasMarket> {
  const history = await chain.getFeeHistory({ blockCount: WINDOW_BLOCKS, rewardPercentiles: PERCENTILES })
  const rewards = (history.reward ?? []).filter((_, index) => (history.gasUsedRatio[index] ?? 0) > 0)
  const at = (percentile: number) => medianOf(rewards.map((reward) => reward[percentile] ?? 0n))
  return {
    baseFeeWei: history.baseFeePerGas.at(-1) ?? 0n,
    priorityFeesWei: [at(0), at(1), at(2)],
    usedBlocks: rewards.length,
  }
}

/**
 * Highest fee per gas to offer: twice the base fee lasts through six full blocks of rising fees (EIP-1559).
 */
export const suggestMaxFeeWei = (baseFeeWei: bigint, priorityFeeWei: bigint): bigint =>
  2n * baseFeeWei + priorityFeeWei
