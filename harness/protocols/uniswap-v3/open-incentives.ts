import type { Address } from 'viem'
import { BASE } from '../../../tools/protocols/uniswap-v3/base.ts'
import { loadArtifact } from '../../chain/artifacts.ts'
import type { WorldBuilder } from '../testbed.ts'

const DAY_SECONDS = 86_400

/** Furthest start and longest duration of an incentive, in seconds, as the staker was created on mainnet. */
export const INCENTIVE_BOUNDS = [30 * DAY_SECONDS, 730 * DAY_SECONDS] as const

/** Load the staker as its package publishes it. */
export const loadStaker = () =>
  loadArtifact('@uniswap/v3-staker/artifacts/contracts/UniswapV3Staker.sol/UniswapV3Staker.json')

/** Incentives of the WETH/USDC pool of 0.05 %: one that runs from the start, one that begins in two weeks. */
const INCENTIVES = [
  { reward: 'DAI', valueUsd: 90_000n, startsInDays: 0, days: 90 },
  { reward: 'WETH', valueUsd: 30_000n, startsInDays: 14, days: 30 },
] as const

/** Fund the incentives; whoever provides the market's liquidity gets back what nobody earns. */
export async function openIncentives({ chain, book, provider, tokens, toAmount, approveAll }: WorldBuilder) {
  const { factory, staker } = BASE.on(book)
  if (staker === undefined) return
  await approveAll(provider, staker)
  await chain.mine()
  const addressOf = (symbol: string) => tokens[symbol]?.address as Address
  const pool = await chain.read<Address>({
    to: factory,
    abi: BASE.contracts.factory.abi,
    functionName: 'getPool',
    args: [addressOf('WETH'), addressOf('USDC'), 500],
  })
  // A full hour, so that it stays what it is where blocks are added before.
  const fromSeconds = Math.ceil(chain.nowSeconds() / 3_600 + 0.1) * 3_600
  for (const { reward, valueUsd, startsInDays, days } of INCENTIVES) {
    const startTime = BigInt(fromSeconds + startsInDays * DAY_SECONDS)
    await chain.call({
      label: `reward liquidity of WETH/USDC with ${reward}`,
      from: provider,
      to: staker,
      abi: loadStaker().abi,
      functionName: 'createIncentive',
      args: [
        {
          rewardToken: addressOf(reward),
          pool,
          startTime,
          endTime: startTime + BigInt(days * DAY_SECONDS),
          refundee: provider,
        },
        toAmount(reward, valueUsd),
      ],
    })
  }
}
