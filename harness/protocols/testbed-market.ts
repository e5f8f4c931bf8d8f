import type { Address, PublicClient } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import type { Json } from '../../tools/core/json.ts'
import type { Call } from '../../tools/core/plan.ts'
import type { Artifact } from '../chain/artifacts.ts'

/** What a testbed works its markets with, on a chain under control. */
export interface MarketAccess {
  readonly client: PublicClient
  readonly book: AddressBook
  /** Holds enough of every token to move a market. */
  readonly whale: Address
  /** Creates contracts and gives new markets their liquidity. */
  readonly deployer: Address
  /** Send calls of an account, mine them in one block, and hold that all went through. */
  send(from: Address, calls: readonly Call[], what: string): Promise<void>
  /** Give an account tokens, on top of what it holds. */
  fund(account: Address, token: Address, amountBaseUnits: bigint): Promise<void>
}

/** Another chain of the agent, as a testbed works there for the sake of what began on this one. */
export interface OtherChain extends MarketAccess {
  readonly chainId: number
  /** Put a published contract at an address where nothing stands yet; its creation code runs there. */
  place(artifact: Artifact, address: Address, args: readonly unknown[]): Promise<void>
}

/** A token of a market. */
export type MarketToken = Pick<TokenInfo, 'address' | 'symbol' | 'decimals'>

/** A price as a fraction: base units of the quote token for base units of the base token. */
export interface PairPrice {
  readonly base: MarketToken
  readonly quote: MarketToken
  readonly numerator: bigint
  readonly denominator: bigint
}

/** What a market shows of itself, in its protocol's own words. */
export type MarketState = { readonly pool: Address } & Readonly<Record<string, Json>>

/** A sale by any account, at any price. */
export interface MarketSale {
  readonly seller: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountInBaseUnits: bigint
}

/** The markets of a protocol, as others than the agent use and make them. */
export interface TestbedMarket {
  /** Sell in a market of the pair; false where there is none. */
  sell(access: MarketAccess, sale: MarketSale): Promise<boolean>
  /**
   * Trade as the whale until the markets of a pair show a price: the one with a fee, or all that there are.
   *
   * @throws ToolError when there is no market with this fee, or none can have the price
   */
  move(access: MarketAccess, price: PairPrice, feeTier?: number): Promise<readonly MarketState[]>
  /** Open a market at a price, with an amount of the base token and as much worth of the quote token. */
  open(
    access: MarketAccess,
    price: PairPrice,
    terms: { readonly feeTier: number; readonly amountBaseUnits: bigint },
  ): Promise<MarketState>
}
