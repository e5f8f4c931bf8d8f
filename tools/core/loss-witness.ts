import type { Address, Hex } from 'viem'
import type { ChainReader } from './chain.ts'
import type { LotKind } from './position.ts'

/** Units of a lot that another account's act took from an account, or debt that it added, as an event tells. */
export interface WitnessedChange {
  readonly key: Hex
  readonly kind: LotKind
  /** The lot's place in its position, where several of its kind are there. */
  readonly lot?: number
  /** Above zero: taken of what was held or is leaving, added to what is owed. */
  readonly units: bigint
  /** What happened, for people: `liquidation`, `slashing`. */
  readonly reason: string
}

/** Knows by which events others change what an account has in one protocol. */
export interface LossWitness {
  /** Read from the chain's own log what others did to an account's positions in a range of blocks. */
  readLog(
    chain: Pick<ChainReader, 'getLogs' | 'getContractEvents' | 'readContract'>,
    range: { readonly account: Address; readonly fromBlock: bigint; readonly toBlock: bigint },
  ): Promise<readonly WitnessedChange[]>
}

/** A witness with the protocol that it belongs to. */
export interface KnownWitness extends LossWitness {
  readonly protocol: string
}
