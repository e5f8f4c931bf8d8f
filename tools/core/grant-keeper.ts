import type { Address } from 'viem'
import type { ChainReader } from './chain.ts'
import type { Call } from './plan.ts'

/** Authority over a token that an account granted. */
export interface Grant {
  readonly token: Address
  readonly spender: Address
  readonly owner: Address
  /** The contract that keeps the allowance; absent for the token itself. */
  readonly keeper?: Address
}

/** Calls of one account that end authority, as reports name them. */
export interface Revocation {
  readonly item: string
  readonly owner: Address
  readonly calls: readonly Call[]
}

/** Grants that can still be used, with what takes all of them back. */
export interface LiveGrants {
  readonly grants: readonly Grant[]
  readonly revocations: readonly Revocation[]
}

/** A part of the chain's log, and whose grants are looked for in it. */
export interface GrantLogRange {
  readonly owners: readonly Address[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/** Authority that an account may have signed away without any record of it, and the calls that void it beforehand. */
export interface Precaution {
  readonly item: string
  /** What is read for it, as messages name it. */
  readonly subject: string
  /** Build the calls; none when there is nothing left to void. */
  plan(chain: Pick<ChainReader, 'readContract'>, account: Address): Promise<readonly Call[]>
}

/** Knows allowances that one kind of contract keeps, over any way to the chain, and what takes them back. */
export interface GrantKeeper {
  /** The contract that keeps them; absent for tokens, each of which keeps its own. */
  readonly keeper?: Address
  /** How messages name them. */
  readonly subject: string
  /** Read from the chain's own log what was ever granted in a range of blocks. */
  readLog(chain: Pick<ChainReader, 'getLogs'>, range: GrantLogRange): Promise<readonly Grant[]>
  /** Read which of these can still be used; what is not told may be. */
  readLive(chain: ChainReader, candidates: readonly Grant[]): Promise<LiveGrants>
  readonly precaution?: Precaution
}
