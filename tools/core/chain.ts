import type { Address, Hex, PublicClient, TransactionReceipt } from 'viem'
import type { Call } from './plan.ts'

/** A balance to read: `NATIVE_TOKEN` stands for the native coin. */
export interface BalanceQuery {
  readonly token: Address
  readonly account: Address
}

/** An ERC-20 allowance to read. */
export interface AllowanceQuery {
  readonly token: Address
  readonly owner: Address
  readonly spender: Address
}

/** A view to call with the bytes of its arguments. */
export interface ViewQuery {
  readonly to: Address
  readonly data: Hex
}

/** State to read together, in one call and at one block. */
export interface StateQuery {
  readonly balances: readonly BalanceQuery[]
  readonly allowances: readonly AllowanceQuery[]
  readonly codeHashes: readonly Address[]
  readonly feeds: readonly Address[]
  /** Tokens whose decimals are wanted; none by default. */
  readonly decimals?: readonly Address[]
  /** Views whose answers are wanted as they are; none by default. */
  readonly views?: readonly ViewQuery[]
}

/** State to read around calls. */
export interface WatchQuery extends StateQuery {
  /** What is read behind the calls, where that is something else than before them. */
  readonly behind?: StateQuery
}

/** One answer of a price feed, as read. */
export interface FeedReading {
  readonly answer: bigint
  /** When the round began; an uptime feed says here since when it has been up or down. */
  readonly startedAtSeconds: bigint
  readonly updatedAtSeconds: bigint
  readonly decimals: number
}

/** State as read; a member is undefined where the contract did not answer. Order is that of the query. */
export interface StateReading {
  readonly balances: readonly (bigint | undefined)[]
  readonly allowances: readonly (bigint | undefined)[]
  readonly codeHashes: readonly Hex[]
  readonly feeds: readonly (FeedReading | undefined)[]
  /** What tokens say of their decimals, however absurd. */
  readonly decimals: readonly (bigint | undefined)[]
  /** The bytes that views returned, undecoded; what is longer than 64 KiB counts as no answer. */
  readonly views: readonly (Hex | undefined)[]
  readonly blockNumber: bigint
  readonly timestampSeconds: bigint
  readonly chainId: number
  readonly baseFeeWei: bigint
}

/** A log of a simulated or mined call. */
export interface ChainLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** A call to simulate, sent by `from`. */
export interface SimulatedCall extends Call {
  readonly from: Address
  /** Set where another account than the sender pays for the gas. */
  readonly isRelayed?: boolean
}

/** What one simulated call did. */
export interface SimulatedCallResult {
  readonly ok: boolean
  readonly returnData: Hex
  readonly gasUsed: bigint
  readonly logs: readonly ChainLog[]
}

/** The block and transaction that a simulation pretends; what is left out is the node's own choice. */
export interface SimulationEnvironment {
  readonly timestampSeconds?: bigint
  readonly feeRecipient?: Address
  readonly baseFeeWei?: bigint
  readonly prevRandao?: Hex
  /** Gas of each call; a transaction would have exactly its cap. */
  readonly gasLimit?: bigint
  readonly maxFeePerGasWei?: bigint
  /** What one slot of an account is taken to hold. */
  readonly storage?: { readonly account: Address; readonly slot: Hex; readonly value: Hex }
  /** The code that accounts are taken to have. */
  readonly code?: readonly { readonly account: Address; readonly code: Hex }[]
}

/** Several calls in one block on top of the head, with the watched state before and after. */
export interface Simulation {
  readonly calls: readonly SimulatedCallResult[]
  readonly before: StateReading
  readonly after: StateReading
}

/** Read access to the chain: the typed reads of viem and a multi-step simulation. It cannot send. */
export interface ChainReader
  extends Pick<
    PublicClient,
    | 'readContract'
    | 'multicall'
    | 'call'
    | 'simulateContract'
    | 'estimateGas'
    | 'getBalance'
    | 'getBlock'
    | 'getBlockNumber'
    | 'getCode'
    | 'getContractEvents'
    | 'getFeeHistory'
    | 'getGasPrice'
    | 'getLogs'
    | 'getStorageAt'
    | 'getTransaction'
    | 'getTransactionCount'
    | 'getTransactionReceipt'
  > {
  readonly chainId: number
  /** Read a set of state in one request; in several, at one block, where contracts of others burn the gas of one. */
  readState(query: StateQuery): Promise<StateReading>
  /**
   * Make calls in one request, each with its part of the gas, so that none keeps another from its answer; undefined where
   * one reverts, or no contract is there. What they write is gone with the request.
   */
  ask(calls: readonly { readonly to: Address; readonly data: Hex }[]): Promise<readonly (Hex | undefined)[]>
  /** Run calls on top of the head in one request (`eth_simulateV1`) and read state around them. */
  simulate(
    calls: readonly SimulatedCall[],
    watch: WatchQuery,
    environment?: SimulationEnvironment,
  ): Promise<Simulation>
}

/** Sends signed bytes and waits for them; only custody holds one. */
export interface Broadcaster {
  send(signedTransaction: Hex): Promise<Hex>
  /** Whether the node has a transaction, mined or waiting. */
  isKnown(hash: Hex): Promise<boolean>
  /** Wait for a transaction to be mined. @throws when it is not after a while */
  waitForReceipt(hash: Hex): Promise<TransactionReceipt>
}
