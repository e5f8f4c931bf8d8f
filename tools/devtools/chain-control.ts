import type { Address, Hex } from 'viem'
import type { TokenInfo } from '../core/address-book.ts'
import { ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'

/** The head after an operation that mined. */
type Head = { blockNumber: string; timestampSeconds: number }

/** Nothing in particular to report. */
type Done = { done: true }

/** A token of a market. */
export type MarketToken = Pick<TokenInfo, 'address' | 'symbol' | 'decimals'>

/** How a token misbehaves; what is left out it does as it should. */
export type Misbehaviour = {
  /** Part of every transfer that its recipient does not get. */
  feeBps?: number
  /** What balances are of what was moved, as after a rebase. */
  balanceBps?: number
  /** What events claim of what was moved. */
  eventBps?: number
  /** Approving zero reverts. */
  refusesZeroApproval?: boolean
  approvals?: 'normal' | 'revert' | 'false'
  transfers?: 'normal' | 'silent' | 'pretended'
  /** Transfers call the contracts on both sides back; `insists` reverts where they refuse. */
  reenters?: 'no' | 'tries' | 'insists'
}

/** A market, and the price that it shall show: whole units of token B for one whole unit of token A. */
export type MarketTarget = {
  /** Id of the protocol; the only one that has markets without it. */
  venue?: string
  tokenA: MarketToken
  tokenB: MarketToken
  feeTier: number
  price: string
}

/** What a market shows of itself, in its protocol's own words. */
export type MarketShown = { readonly pool: Address } & Readonly<Record<string, Json>>

/** What a local chain starts from: nothing, or the origin that the chain under control was forked from. */
export type LocalWorld = 'empty' | 'origin'

/** A local chain as it was started; its name holds until it is stopped. */
export type StartedChain = {
  chain: string
  world: LocalWorld
  url: string
  chainId: number
  blockNumber: string
}

/**
 * Everything that can be done to a chain under control, with its parameters and its result.
 *
 * Amounts are decimal strings in base units.
 */
export interface ControlOperations {
  /** Move chain time forward and mine one block. */
  timeTravel: { params: { seconds: number }; result: Head }
  /** Mine blocks, each `intervalSeconds` after the one before. */
  mineBlocks: { params: { count: number; intervalSeconds: number }; result: Head }
  /** Add to an account's balance; `token` may be `NATIVE_TOKEN`. */
  fundAccount: {
    params: { account: Address; token: Address; amountBaseUnits: string }
    result: { account: Address; token: Address; balanceBaseUnits: string }
  }
  impersonateAccount: { params: { account: Address; enabled: boolean }; result: Done }
  takeSnapshot: { params: Record<never, never>; result: { snapshotId: Hex } }
  /** Go back to a snapshot and pin again what the node leaves behind; the snapshot is used up. */
  revertSnapshot: { params: { snapshotId: Hex }; result: Head }
  /** Take away the blocks since a snapshot with all that is in them, and mine others; the snapshot is used up. */
  simulateReorg: { params: { snapshotId: Hex; count: number }; result: Head & { droppedBlocks: number } }
  /** Set the base fee of the blocks that follow. */
  setBaseFee: { params: { baseFeeWei: string }; result: Done }
  /** Open a round of a feed; `answer` is `priceUsd` scaled to the feed's decimals, dated `ageSeconds` before the head. */
  setOraclePrice: {
    params: { token: Address; feed: Address; priceUsd: string; answer: string; ageSeconds: number }
    result: { feed: Address; answer: string; updatedAtSeconds: number }
  }
  /** Trade as a whale until the market shows the price. */
  movePoolPrice: { params: MarketTarget; result: MarketShown }
  deployMockToken: {
    params: { name: string; symbol: string; decimals: number }
    result: { token: Address }
  }
  /** All there will be of it is the holder's: nothing mints it. */
  deployHostileToken: {
    params: {
      name: string
      symbol: string
      decimals: number
      holder: Address
      supplyBaseUnits: string
    } & Misbehaviour
    result: { token: Address }
  }
  /** Open a market and give it an amount of token A, and as much worth of token B, over its full range. */
  deployMockPool: { params: MarketTarget & { amountABaseUnits: string }; result: MarketShown }
  /** Start a chain of its own; it ends with the session at the latest. */
  start: { params: { world: LocalWorld }; result: StartedChain }
  /** Stop a chain that this session started; what is left of it afterwards is told. */
  stop: { params: { chain: string }; result: { chain: string; left: string[] } }
}

/** Name of an operation. */
export type ControlOperation = keyof ControlOperations

/** One function for each operation; this is what the harness writes. */
export type ControlHandlers = {
  readonly [Operation in ControlOperation]: (
    params: ControlOperations[Operation]['params'],
  ) => Promise<ControlOperations[Operation]['result']>
}

/** A change of the chain itself; only a chain under control takes it. */
export interface ControlPlan {
  readonly kind: 'control'
  readonly route: 'chain'
  readonly operation: string
  readonly params: { readonly [key: string]: Json }
}

/** The port by which tools of the test net act on a chain under control; the harness implements it. */
export interface ChainControl {
  /** Carry out one operation. @throws ToolError CONTROL_NOT_AVAILABLE */
  execute(operation: string, params: ControlPlan['params']): Promise<Json>
}

/** Make the port of one function for each operation. */
export const createChainControl = (handlers: ControlHandlers): ChainControl => ({
  async execute(operation, params) {
    if (!Object.hasOwn(handlers, operation)) throw new ToolError('CONTROL_NOT_AVAILABLE', { operation })
    const handle = handlers[operation as ControlOperation] as (params: unknown) => Promise<Json>
    return handle(params)
  },
})

/** Build the plan of one operation. */
export const planControl = <Operation extends ControlOperation>(
  operation: Operation,
  params: ControlOperations[Operation]['params'],
): ControlPlan => ({ kind: 'control', route: 'chain', operation, params })
