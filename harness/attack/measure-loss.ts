import type { PublicClient } from 'viem'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { policyCageAbi } from '../../tools/core/generated/policy-cage-abi.ts'
import type { Stage } from '../stage/stage.ts'
import type { AttackScope } from '../vocabulary/attack.ts'
import { MARKET_TOKENS } from '../world/market.ts'

/** Tokens that an attack is about. */
export const SYMBOLS = ['USDC', 'DAI', 'USDT', 'WETH', 'WBTC'] as const

const DAY_SECONDS = 86_400n

/** What the cage was worth at a moment. */
export interface ValueSample {
  readonly atSeconds: bigint
  readonly valueUsdc: bigint
}

/** Read what the cage holds, by symbol, native coins included. */
export async function readHoldings(
  { cage, oracle }: Stage,
  { token }: AttackScope,
): Promise<ReadonlyMap<string, bigint>> {
  const watch = [...SYMBOLS.map(token), NATIVE_TOKEN]
  const balances = await oracle.readBalancesOf(watch.map((address) => ({ token: address, account: cage })))
  return new Map([...SYMBOLS, 'ETH'].map((symbol, index) => [symbol, balances[index] ?? 0n]))
}

/** Value the cage: its wallet at the opening prices; positions as it values them, at feeds that never move here. */
export async function valueCage(stage: Stage, scope: AttackScope, client: PublicClient): Promise<bigint> {
  const { cage, oracle } = stage
  if ((await oracle.readPositions(cage)).length > 0) {
    return client.readContract({ address: cage, abi: policyCageAbi, functionName: 'netAssetValueUsdc' })
  }
  let valueUsdc = 0n
  for (const [symbol, amount] of await readHoldings(stage, scope)) {
    const { priceUsd, decimals } = MARKET_TOKENS[(symbol === 'ETH' ? 'WETH' : symbol) as 'WETH']
    valueUsdc += (amount * priceUsd * 1_000_000n) / 10n ** BigInt(decimals)
  }
  return valueUsdc
}

/** The largest loss within any 24 hours. */
export function findWorstDay(samples: readonly ValueSample[]): bigint {
  let worstDayUsdc = 0n
  for (const [index, from] of samples.entries()) {
    for (const to of samples.slice(index)) {
      const loss = from.valueUsdc - to.valueUsdc
      if (to.atSeconds - from.atSeconds < DAY_SECONDS && loss > worstDayUsdc) worstDayUsdc = loss
    }
  }
  return worstDayUsdc
}
