import type { Address } from 'viem'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'

const { market, principal, yield: yieldToken, laterMarket, laterPrincipal, laterYield } = BASE.addresses[1]

/** Where mainnet has the vault of savings DAI. */
export const SAVINGS_DAI: Address = '0x83F20F44975D03b1b09e64809B757c47f942BEeA'

/** What every market opens with: about 8 % a year (1.08 ^ (time to maturity / a year), at equal parts of PT and SY). */
export interface OriginMarket {
  readonly market: Address
  readonly principal: Address
  readonly yieldToken: Address
  /** At midnight, UTC. */
  readonly expirySeconds: number
  /** 18 decimals. */
  readonly initialAnchor: bigint
}

/** 60 and 240 days after the head of the origin. */
export const ORIGIN_MARKETS: readonly OriginMarket[] = [
  {
    market,
    principal,
    yieldToken,
    expirySeconds: 1_805_155_200,
    initialAnchor: 1_012_680_000_000_000_000n,
  },
  {
    market: laterMarket,
    principal: laterPrincipal,
    yieldToken: laterYield,
    expirySeconds: 1_820_707_200,
    initialAnchor: 1_051_850_000_000_000_000n,
  },
]

/** How hard trades move the rate, and what they and limit orders pay, in logarithms a year (18 decimals). */
export const SCALAR_ROOT = 150n * 10n ** 18n
export const LN_FEE_RATE_ROOT = 2n * 10n ** 14n
