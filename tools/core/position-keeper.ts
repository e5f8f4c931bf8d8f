import type { Address, ContractFunctionReturnType, Hex } from 'viem'
import type { ChainReader } from './chain.ts'
import { policyCageAbi } from './generated/policy-cage-abi.ts'
import type { Json } from './json.ts'

/** An action, by its kind, that shrinks a position or what it owes; an exit by the cage's rule. */
export interface UnwindStep {
  readonly kind: string
  readonly params: Json
  /** First second at which it can be taken; absent where it can be now. */
  readonly fromSeconds?: number
}

/** The reader by which a cage counts a position, and its key there. */
export interface CountedBy {
  readonly reader: Address
  readonly key: Hex
}

/** A position that still holds anything, with what ends it. */
export interface OpenPosition {
  /** What its protocol calls it; others may call one of theirs the same. */
  readonly positionId: string
  /** How the cage tells it apart. */
  readonly counted: CountedBy
  /** In order, as it stands now: what only a step opens (a claim behind a cooldown) is listed once that was taken. */
  readonly steps: readonly [UnwindStep, ...UnwindStep[]]
}

/** What a cage counts under one key of a reader, as its `holdings()` answers. */
export type CountedHolding = ContractFunctionReturnType<typeof policyCageAbi, 'view', 'holdings'>[number]

/** Read all that a cage counts beside its assets. */
export const readHoldings = (
  chain: Pick<ChainReader, 'readContract'>,
  address: Address,
): Promise<readonly CountedHolding[]> =>
  chain.readContract({ address, abi: policyCageAbi, functionName: 'holdings' })

/** A keeper with the protocol that it belongs to. */
export interface KnownKeeper extends PositionKeeper {
  readonly protocol: string
}

/** Knows the positions that a cage holds in one protocol, over any way to the chain. */
export interface PositionKeeper {
  /** Read which positions of a cage still hold or owe anything, those on their way out included. */
  listOpen(
    chain: Pick<ChainReader, 'readContract'>,
    account: Address,
    holdings: readonly CountedHolding[],
  ): Promise<readonly OpenPosition[]>
}
