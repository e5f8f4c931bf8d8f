import * as fc from 'fast-check'
import { formatUnits } from 'viem'

/** Tokens with their decimals and the price at which the market opens, in USDC base units a whole token. */
const TOKENS = {
  USDC: { decimals: 6, priceUsdc: 1_000_000n },
  DAI: { decimals: 18, priceUsdc: 1_000_000n },
  USDT: { decimals: 6, priceUsdc: 1_000_000n },
  WETH: { decimals: 18, priceUsdc: 3_000_000_000n },
  ETH: { decimals: 18, priceUsdc: 3_000_000_000n },
  WBTC: { decimals: 8, priceUsdc: 60_000_000_000n },
  NOPRICE: { decimals: 18, priceUsdc: 2_000_000n },
} as const

/** A token that a case may name. */
export type DrawnToken = keyof typeof TOKENS

/** Write an amount as scenario files do: `500.000001 USDC`. */
export const writeAmount = (baseUnits: bigint, token: DrawnToken): string =>
  `${formatUnits(baseUnits, TOKENS[token].decimals)} ${token}`

/** How many base units of a token are worth an amount of USDC base units at the opening price, rounded down. */
export const worthOf = (usdc: bigint, token: DrawnToken): bigint =>
  (usdc * 10n ** BigInt(TOKENS[token].decimals)) / TOKENS[token].priceUsdc

/** Write how much of a token is worth an amount of USDC base units at the opening price. */
export const writeWorth = (usdc: bigint, token: DrawnToken): string =>
  writeAmount(worthOf(usdc, token), token)

/**
 * Draw an amount of a token: mostly at a boundary (a limit, half of it, all that is held), or a base unit beside it;
 * sometimes anything.
 */
export function drawAmount(
  token: DrawnToken,
  boundariesUsdc: readonly bigint[],
  heldBaseUnits: readonly bigint[] = [],
): fc.Arbitrary<string> {
  const boundaries = [
    ...boundariesUsdc
      .flatMap((usdc) => [usdc, usdc / 2n, usdc / 3n, usdc / 10n])
      .map((usdc) => worthOf(usdc, token)),
    ...heldBaseUnits,
  ].filter((amount) => amount > 1n)
  const anything = fc.bigInt({ min: 1n, max: worthOf(5_000_000_000n, token) })
  const near = fc
    .tuple(fc.constantFrom(...boundaries), fc.constantFrom(-1n, 0n, 0n, 1n))
    .map(([amount, beside]) => amount + beside)
  return fc
    .oneof(
      { weight: 12, arbitrary: near },
      { weight: 6, arbitrary: anything },
      { weight: 1, arbitrary: fc.constantFrom(0n, 1n) },
    )
    .map((amount) => writeAmount(amount, token))
}
