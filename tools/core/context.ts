import type { Address } from 'viem'
import type { AddressBook } from './address-book.ts'
import type { ChainReader } from './chain.ts'
import type { Clock } from './clock.ts'
import type { GrantKeeper } from './grant-keeper.ts'
import type { Interfaces } from './interfaces.ts'
import type { KnownRates } from './lending-rates.ts'
import type { Market } from './market.ts'
import type { KnownKeeper } from './position-keeper.ts'
import type { PositionSource } from './position-source.ts'
import type { SafetyView } from './safety-view.ts'
import type { SdkPort } from './sdk-port.ts'
import type { AskVenues } from './venue-offers.ts'

/** What a tool is given. It holds no key, no signer and no way to send. */
export interface ToolContext {
  readonly chain: ChainReader
  readonly book: AddressBook
  /** Interfaces of every protocol, by which calls and revert reasons are read. */
  readonly interfaces: Interfaces
  /** Where tokens are traded. */
  readonly markets: readonly Market[]
  /** What lending markets pay and cost. */
  readonly rates: readonly KnownRates[]
  /** Where accounts have positions beyond plain tokens. */
  readonly positionSources: readonly PositionSource[]
  /** Know which positions a cage has in each protocol, and what ends them. */
  readonly positions: readonly KnownKeeper[]
  /** Know what accounts have granted, and what takes it back; tokens first, on whose allowances the others draw. */
  readonly grants: readonly GrantKeeper[]
  /** What the venues of a shared kind offer, asked all at once. */
  readonly askVenues: AskVenues
  /** The account that holds the funds (the PolicyCage); plans act as this account. */
  readonly account: Address
  /** The key that may act through the cage; it pays gas. */
  readonly operator: Address
  readonly clock: Clock
  readonly safety: SafetyView
  /** The SDKs of protocols; absent where their process is none of this stack's. */
  readonly sdks?: SdkPort
  /** Aborted when the tick budget is used up or the caller gave up. */
  readonly signal: AbortSignal
  /** Report that the next of the tool's `progressSteps` begins. */
  step(name: string): void
}
