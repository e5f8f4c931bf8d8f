import type { Address, Hex, PublicClient } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Json } from '../../tools/core/json.ts'
import type { Call } from '../../tools/core/plan.ts'

/** A way through a market, by symbols, first to last. */
export interface Route {
  readonly tokens: readonly [string, ...string[]]
  /** The way in the market's own terms. */
  readonly fees: readonly number[]
}

/** One hostile move, as each attacker can make it: with a stolen key, or by asking. */
export interface Attempt {
  /** Bytes for the cage, past every tool. */
  readonly calls?: readonly Call[]
  /** What a hostile model asks for. */
  readonly request?: { readonly kind: string; readonly params: Readonly<Record<string, Json>> }
}

/** Where an attack takes place. */
export interface AttackScope {
  readonly book: AddressBook
  readonly client: PublicClient
  readonly cage: Address
  /** An account that the lists approve, which the attacker owns. */
  readonly recipient: Address
  /** An account of the attacker that no list has. */
  readonly attacker: Address
  /** The widest tolerance that the owner lets anyone choose. */
  readonly slippageBps: number
  token(symbol: string): Address
}

/** Who trades for the attacker with funds of their own. */
export interface Confederate {
  readonly address: Address
  send(to: Address, data: Hex): Promise<void>
  /** Let what was sent be mined. */
  mine(): Promise<void>
}

/** A market that an attacker trades through while a confederate moves its prices. */
export interface AttackedMarket {
  /** Let the confederate trade every token. */
  prepare(symbols: readonly string[]): Promise<void>
  /** Make what the first hop buys dearer by that much than it was at first, or fair again. */
  skew(route: Route, bps: number): Promise<void>
  swap(route: Route, amountIn: bigint): Attempt
  addLiquidity(amounts: Readonly<Record<string, bigint>>): Attempt
  closeLiquidity(position: { readonly id: string; readonly units: bigint }): Attempt
}

/** Collateral and debt of one market, through which an attacker makes more of what a cage holds leave. */
export interface LendingAttack {
  /** Symbols of what secures and of what is owed. */
  readonly collateral: string
  readonly debt: string
  /** Amounts are of the collateral. */
  supply(scope: AttackScope, amount: bigint): Attempt
  withdraw(scope: AttackScope, amount: bigint): Attempt
  /** Amounts are of the debt; at whatever health the venue itself allows. */
  borrow(scope: AttackScope, amount: bigint): Attempt
  repay(scope: AttackScope, amount: bigint): Attempt
}

/** What an attacker is after. */
export interface Loot {
  readonly route: Route
  readonly amount: bigint
  /** The first position of the cage at the protocol; 0 for none. */
  readonly positionId: string
}

/** Moves that a hostile model, a stolen key or a lying node has on a protocol. */
export interface ProtocolAttack {
  /** Pay an account that the lists approve. */
  pay?(scope: AttackScope, token: string, amount: bigint): Attempt
  /** What only the cage or the lists can stop: proceeds sent elsewhere, positions handed over, approvals without end. */
  hijack?(scope: AttackScope, loot: Loot): readonly Attempt[]
  readonly lending?: LendingAttack
  readonly market?: {
    /** Ways through it by name: `USDC→WETH`. */
    readonly routes: Readonly<Record<string, Route>>
    /** Every pool that a sale after a halt may go through. */
    readonly exits: readonly Route[]
    open(scope: AttackScope, confederate: Confederate): AttackedMarket
  }
}
