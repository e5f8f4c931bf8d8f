import type { Address, Hex, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { ChainReader } from './chain.ts'
import type { Clock } from './clock.ts'

/** What a transaction carries. */
export interface CarriedCall {
  readonly to: Address
  readonly data: Hex
}

/**
 * How an operator that is a contract reaches the cage: a relayer sends its transactions.
 *
 * A permit binds both nonces: that of the sender's account, and the operator's own.
 */
export interface OperatorRoute {
  /** The account that sends and pays gas; it has no authority over the cage. */
  readonly sender: Address
  /** Gas that the operator's own code may need on top of the cage's call. */
  readonly gasOverhead: bigint
  /** Read the operator's own nonce at the head. */
  readNonce(): Promise<bigint>
  /** Read the receipt of a carrying transaction as that of the call inside. */
  readReceipt(receipt: TransactionReceipt): TransactionReceipt
}

/** How an operator that is a contract acts: the cage's call travels inside a call of its own. */
export interface Envelope {
  /**
   * Wrap the cage's call; the answer reads how that inner call ended.
   *
   * @throws ToolError
   */
  seal(
    call: CarriedCall,
    terms: { readonly gasLimit: bigint; readonly operatorNonce?: bigint },
  ): Promise<CarriedCall & { open(receipt: TransactionReceipt): Promise<TransactionReceipt> }>
}

/** An owner of an account; any viem account that signs typed data has this shape. */
export interface AccountOwner {
  readonly address: Address
  signTypedData(typed: TypedDataDefinition): Promise<Hex>
}

/** An account that is a contract, on one chain. */
export interface AccountPlace {
  readonly chainId: number
  readonly address: Address
}

/** An account that is to operate a cage, and who signs and sends for it. */
export interface OperatorAccount extends AccountPlace {
  readonly chain: Pick<ChainReader, 'readContract'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly owners: readonly AccountOwner[]
  readonly relayer: Address
}

/** What the accounts of a protocol are, for those that act through one. */
export interface ContractAccount {
  /** Create what an account operates a cage with: what a preview needs of it, and what custody seals calls in. */
  operate(account: OperatorAccount): { readonly route: OperatorRoute; readonly envelope: Envelope }
  /** Describe what each owner signs for the account to approve a hash (ERC-1271). */
  describeApproval(account: AccountPlace, hash: Hex): TypedDataDefinition
  /** Join the signatures of owners into that of their account. */
  joinSignatures(signatures: ReadonlyMap<Address, Hex>): Hex
}
