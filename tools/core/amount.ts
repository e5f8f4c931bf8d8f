import { formatUnits } from 'viem'

/** An amount with what it takes to read it. */
export interface TokenAmount {
  readonly baseUnits: bigint
  readonly decimals: number
  readonly symbol: string
}

/** Decimals of USDC, in which limits and spend count. */
export const USDC_DECIMALS = 6

/** Write an amount in whole tokens with its symbol, to the last digit: what differs reads differently. */
export const formatAmount = ({ baseUnits, decimals, symbol }: TokenAmount): string =>
  `${formatUnits(baseUnits, decimals)} ${symbol}`

/** Write USDC base units as people read them. */
export const formatUsdc = (baseUnits: bigint): string =>
  formatAmount({ baseUnits, decimals: USDC_DECIMALS, symbol: 'USDC' })

/** Describe USDC base units to programs and to people at once. */
export const describeUsdc = (baseUnits: bigint) => ({
  baseUnits: baseUnits.toString(),
  usdc: formatUnits(baseUnits, USDC_DECIMALS),
})

/** Give an amount of a token its unit; that of a token that nobody here knows stays in base units, and says so. */
export const amountOf = (
  known: Omit<TokenAmount, 'baseUnits'> | undefined,
  token: string,
  baseUnits: bigint,
): TokenAmount =>
  known === undefined
    ? { baseUnits, decimals: 0, symbol: `base units of ${token}` }
    : { baseUnits, decimals: known.decimals, symbol: known.symbol }
