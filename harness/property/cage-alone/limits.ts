import type { Hex } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { policyCageAbi } from '../../../tools/core/generated/policy-cage-abi.ts'
import type { DrawnLimits } from './draw-acts.ts'
import type { KnownCage } from './known-cage.ts'
import type { Stand } from './stand.ts'

const USDC = 1_000_000n

/** Say what is known once the owner has set limits. */
export function withLimits(known: KnownCage, limits: DrawnLimits): KnownCage {
  const caps: Readonly<Record<string, number>> = { WETH: limits.wethCap, WBTC: limits.wbtcCap }
  return {
    ...known,
    rules: {
      ...known.rules,
      assets: known.rules.assets.map((asset) => {
        const cap = caps[asset.token]
        return cap === undefined ? asset : { ...asset, capUsdc: BigInt(cap) * USDC }
      }),
      maxDrawdownBps: BigInt(limits.maxDrawdownBps),
      maxLossBps: BigInt(limits.maxLossBps),
      minRebalanceIntervalSeconds: limits.intervalSeconds,
      windowSpendCapUsdc: BigInt(limits.windowSpend) * USDC,
      windowLossCapUsdc: BigInt(limits.windowLoss) * USDC,
      hotLaneUsdc: BigInt(limits.hotLane) * USDC,
    },
  }
}

/** Encode what the owner sends to set limits: nothing is wider than it was, so that all of it holds at once. */
export function encodeLimits({ rules }: KnownCage, { tokens }: Stand): readonly Hex[] {
  const encode = encodeFunctionData
  const abi = policyCageAbi
  return [
    encode({ abi, functionName: 'setMaxDrawdownBps', args: [Number(rules.maxDrawdownBps)] }),
    encode({
      abi,
      functionName: 'setMaxLossBps',
      args: [Number(rules.maxLossBps), Number(rules.maxStaleExitLossBps)],
    }),
    encode({ abi, functionName: 'setMinRebalanceInterval', args: [rules.minRebalanceIntervalSeconds] }),
    encode({ abi, functionName: 'setWindowSpendCap', args: [rules.windowSpendCapUsdc] }),
    encode({ abi, functionName: 'setWindowLossCap', args: [rules.windowLossCapUsdc] }),
    encode({ abi, functionName: 'setHotLane', args: [rules.hotLaneUsdc] }),
    ...rules.assets
      .filter(({ isBase }) => !isBase)
      .map(({ token, capUsdc }) =>
        encode({
          abi,
          functionName: 'setPositionCap',
          args: [tokens[token as keyof typeof tokens], capUsdc],
        }),
      ),
  ]
}
