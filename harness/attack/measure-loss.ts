import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { USDC_DECIMALS } from '../../tools/core/amount.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { Stage } from '../stage/stage.ts'
import type { AttackScope } from '../vocabulary/attack.ts'
import { MARKET_TOKENS, type MarketSymbol, type MarketToken } from '../world/market.ts'

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

/** Value what the cage has, in its wallet and in the positions that testbeds observe, at the opening prices, rounded down. */
export async function valueCage(stage: Stage, scope: AttackScope): Promise<bigint> {
  const [held, positions] = [await readHoldings(stage, scope), await stage.oracle.readPositions(stage.cage)]
  const legs = positions.flatMap(({ lots }) => lots.flatMap((lot) => lot.legs))
  return [
    ...[...held].map(([symbol, amount]) =>
      worthOf(MARKET_TOKENS[(symbol === 'ETH' ? 'WETH' : symbol) as MarketSymbol], amount),
    ),
    ...legs.map(({ token, amount }) => worthOf(marketToken(token), amount)),
  ].reduce((sum, worthUsdc) => sum + worthUsdc, 0n)
}

function worthOf({ priceUsd, decimals }: MarketToken, amount: bigint): bigint {
  const [scaled, unit] = [amount * priceUsd * 10n ** BigInt(USDC_DECIMALS), 10n ** BigInt(decimals)]
  return scaled / unit - (scaled % unit < 0n ? 1n : 0n)
}

function marketToken(token: Address): MarketToken {
  const found = Object.values(MARKET_TOKENS).find(({ address }) => isAddressEqual(address, token))
  if (found !== undefined) return found
  throw new RangeError(`${token} has no opening price: add it to the market of the world`)
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
