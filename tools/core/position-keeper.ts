import type { Address } from 'viem'
import type { ChainReader } from './chain.ts'
import type { Json } from './json.ts'

/** An action that ends a position, by its kind. */
export interface Exit {
  readonly kind: string
  readonly params: Json
}

/** A position that still holds anything, with what ends it. */
export interface OpenPosition {
  readonly positionId: string
  readonly exit: Exit
}

/** Knows the positions that a cage holds in one protocol, over any way to the chain. */
export interface PositionKeeper {
  /** Read which positions of a cage still hold anything. */
  listOpen(chain: Pick<ChainReader, 'readContract'>, account: Address): Promise<readonly OpenPosition[]>
}
