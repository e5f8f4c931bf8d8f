import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { LotChange } from '../../tools/core/lot-changes.ts'
import type { Position } from '../../tools/core/position.ts'
import type { OwnerAccountRule } from '../../tools/safety/policy/policy.ts'
import type { ChainBuilder } from '../chain/chain-builder.ts'
import type { ReadRounds } from '../chain/read-rounds.ts'
import type { CompileUnit, Contracts } from '../chain/solc.ts'
import type { ProtocolAttack } from '../vocabulary/attack.ts'
import type { ProtocolDraw } from '../vocabulary/draw.ts'
import type { ProtocolModel } from '../vocabulary/model.ts'
import type { ProtocolSubmissions } from '../vocabulary/submission.ts'
import type { TestbedAccount } from './testbed-account.ts'
import type { TestbedLater } from './testbed-later.ts'
import type { TestbedMarket } from './testbed-market.ts'

/** A chain that is being filled, and who acts on it. */
export interface WorldBuilder {
  readonly chain: ChainBuilder
  readonly book: AddressBook
  /** Creates contracts and administers them. */
  readonly deployer: Address
  /** Holds enough of every token to give markets their liquidity. */
  readonly provider: Address
  /** Trades, so that markets have a past. */
  readonly trader: Address
  /** Tokens of the market by symbol. */
  readonly tokens: Readonly<Record<string, { readonly address: Address; readonly decimals: number }>>
  /** Amount of a token, in base units, that is worth whole dollars at its opening price. */
  toAmount(symbol: string, valueUsd: bigint): bigint
  /** Let a contract take any amount of every token of the market. */
  approveAll(owner: Address, spender: Address): Promise<void>
  /** Compile what no package holds the bytecode of; what a testbed lists under `compiles` was compiled before. */
  compile(unit: CompileUnit): Contracts
}

/** Codes with which no step of a faithful run ends: why, and the test that raises them instead. */
export type UnobservableCodes = Readonly<Record<string, { readonly reason: string; readonly test: string }>>

/** In what the units of a lot are counted, where they are no amount of the token of its first leg. */
export interface LotUnit {
  /** `shares`, `liquidity`. */
  readonly name: string
  /** How many decimals they have beyond those of that token; they are whole numbers without it. */
  readonly beyondToken?: number
}

/** Whose positions are read, by which addresses. */
export interface Observed {
  readonly book: AddressBook
  readonly account: Address
}

/** The harness' half of a protocol: how it comes to be on an origin, what is true of it, and what is tried with it. */
export interface Testbed {
  /** Protocols whose contracts have to be there before. */
  readonly needs?: readonly string[]
  /** npm packages whose contracts it deploys. */
  readonly packages: readonly string[]
  /** Contracts of which no package holds the bytecode: they are compiled beside each other before any is deployed. */
  readonly compiles?: readonly CompileUnit[]
  /** What of it this testbed plays itself: a service or people that no package holds. */
  readonly standIn?: string
  /** Put its published contracts at their addresses. */
  deploy?(world: WorldBuilder): Promise<void>
  /** Give it what tokens and funds make possible: pools, liquidity. */
  seed?(world: WorldBuilder): Promise<void>
  /** The markets that seeding opens: scenarios rely on them without saying so. */
  readonly opens?: readonly object[]
  /** Prepare what its past needs, once. */
  prepareHistory?(world: WorldBuilder): Promise<void>
  /** Add a round to its past; rounds count from 0 and leave prices where they began. */
  addHistory?(world: WorldBuilder, round: number): Promise<void>
  /** Its markets, as others than the agent use and make them. */
  readonly market?: TestbedMarket
  /** Contracts of its own that the owner lists as modules of an owner's account, with what that may call of them. */
  ownerModules?(book: AddressBook): OwnerAccountRule['modules']
  /** Its accounts that are contracts, as scenarios make them. */
  readonly account?: TestbedAccount
  /** Read what an account holds and owes in it beyond plain tokens, by ABIs and maths of its own; never from events. */
  observe?(scope: Observed): ReadRounds<readonly Position[]>
  /** In what the units of a lot of its positions are counted. */
  unitOf?(lot: Pick<LotChange, 'lot' | 'key'>): LotUnit | undefined
  /** What others do to positions in it later: fill, liquidate, slash. */
  readonly later?: TestbedLater
  /** Codes of its own that no run shows. */
  readonly unobservable?: UnobservableCodes
  /** Load what its actions and signed forms mean. */
  model?(): Promise<ProtocolModel>
  /** Load how actions of its kinds are drawn. */
  draw?(): Promise<ProtocolDraw>
  /** Load the moves that attackers have on it. */
  attack?(): Promise<ProtocolAttack>
  /** Load how its signed forms are submitted. */
  submissions?(): Promise<ProtocolSubmissions>
}

/** Define a testbed. */
export const defineTestbed = (testbed: Testbed): Testbed => testbed
