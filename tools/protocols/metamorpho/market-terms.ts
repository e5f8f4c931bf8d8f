import type { Address, Hex } from 'viem'
import { HashSchema, Type } from '../../core/schema.ts'

/** The five parameters that a market is. */
export interface MarketTerms {
  readonly loanToken: Address
  readonly collateralToken: Address
  readonly oracle: Address
  readonly irm: Address
  readonly lltv: bigint
}

/** The id of a market, as every tool takes it. */
export const MarketIdSchema = Type.Unsafe<Hex>({
  ...HashSchema,
  description: 'id of the market, 32-byte hash of its parameters',
})
