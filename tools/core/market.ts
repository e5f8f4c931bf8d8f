import type { Address } from 'viem'
import type { AddressBook, TokenInfo } from './address-book.ts'
import type { ToolContext } from './context.ts'
import type { Call } from './plan.ts'

/** A pool in which a token may be traded for one that has a price feed; it need not exist. */
export interface MarketPool {
  readonly pool: Address
  readonly quote: TokenInfo
  readonly feeTier: number
}

/** Prices of one whole token in whole quote tokens, scaled by 10^18. */
export interface PoolPrice extends MarketPool {
  readonly liquidity: bigint
  readonly spotWad: bigint
  /** Undefined while the pool has not recorded the whole window. */
  readonly twapWad?: bigint
}

/** Where tokens are traded, as a protocol shows it to tools of other protocols. */
export interface Market {
  /** Compute where a token's pools over all quote tokens are; none where the protocol is not known. */
  listPools(book: AddressBook, token: TokenInfo): readonly MarketPool[]
  /** Read spot and time-weighted prices of a token's pools; pools without liquidity are left out. */
  readPrices(ctx: Pick<ToolContext, 'book' | 'chain'>, token: TokenInfo): Promise<readonly PoolPrice[]>
  /** Build the calls by which a holder sells an amount of a token in one of its pools, at any price. */
  buildSale(
    book: AddressBook,
    sale: {
      readonly token: Address
      readonly pool: MarketPool
      readonly seller: Address
      readonly amountBaseUnits: bigint
    },
  ): readonly Call[]
}
