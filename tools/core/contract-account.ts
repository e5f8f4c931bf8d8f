import type { Address, Hex, TransactionReceipt, TypedDataDefinition } from 'viem'
import type { ChainReader, ViewQuery } from './chain.ts'
import type { Clock } from './clock.ts'
import type { Call } from './plan.ts'

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
  readNonce(chain: Pick<ChainReader, 'readContract'>): Promise<bigint>
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

/** A call that an account makes for itself, at a nonce of its own. */
export interface OwnCall {
  readonly call: Call
  readonly nonce: bigint
}

/** What decides for an account: texts by setting, such as its owners and how many of them must sign. */
export type AccountSettings = Readonly<Record<string, readonly string[]>>

/** Settings of an account around an act of its own. */
export interface SettingsChange {
  readonly before: AccountSettings
  readonly after: AccountSettings
}

/** Within what an account may change what decides for it. */
export interface AccountRules extends AccountPlace {
  /** Who acts for the agent: none of them may own the account or act for it. */
  readonly agents: readonly Address[]
  /** Contracts that the owners let act for it without signatures, and contracts that may stop what it does. */
  readonly modules: readonly Address[]
  readonly guards: readonly Address[]
  /** Whether a listed contract has code. @throws ToolError CODE_HASH_CHANGED where that is not what the owner reviewed */
  hasCode(contract: Address): boolean
}

/**
 * How accounts of a protocol act for themselves: anybody may send what as many of the owners signed as have to, and these
 * signatures over the very call are the approval.
 */
export interface OwnActs {
  /** Whether these bytes, sent by the account to itself, change what decides for it and nothing else. */
  isSetting(data: Hex): boolean
  /** Describe what each owner signs for the account to make a call at a nonce: one call, no refund, no code in its place. */
  describe(account: AccountPlace, own: OwnCall): TypedDataDefinition
  /** Encode what anybody sends to the account. */
  encode(call: Call, signatures: Hex): Hex
  /** Read the account's nonce at a block. */
  readNonce(chain: Pick<ChainReader, 'readContract'>, account: Address, blockNumber: bigint): Promise<bigint>
  /** Whether enough owners signed a call, as the account itself judges it at a block, whoever sends it. */
  isSigned(
    chain: Pick<ChainReader, 'readContract'>,
    account: AccountPlace,
    own: OwnCall & { readonly signatures: Hex },
    blockNumber: bigint,
  ): Promise<boolean>
  /** Views that say what decides for an account. */
  listViews(account: Address): readonly ViewQuery[]
  /** Read what they answer; undefined where it is no account of the protocol. */
  readSettings(answers: readonly (Hex | undefined)[]): AccountSettings | undefined
  /** Check what an act changes of what decides for the account. @throws ToolError */
  assertChange(change: SettingsChange, rules: AccountRules): void
  /** Say in words what an act changes, a sentence for each setting. */
  describeChange(change: SettingsChange): readonly string[]
}

/** What the accounts of a protocol are, for those that act through one. */
export interface ContractAccount {
  /** Create what an account operates a cage with: what a preview needs of it, and what custody seals calls in. */
  operate(account: OperatorAccount): { readonly route: OperatorRoute; readonly envelope: Envelope }
  /** Describe what each owner signs for the account to approve a hash (ERC-1271). */
  describeApproval(account: AccountPlace, hash: Hex): TypedDataDefinition
  /** Join the signatures of owners into that of their account. */
  joinSignatures(signatures: ReadonlyMap<Address, Hex>): Hex
  /** How they act for themselves; without it they only operate and approve. */
  readonly ownActs?: OwnActs
}

/** The account that approves as the owner, with how it acts for itself. */
export interface OwnAccount extends AccountPlace {
  readonly acts: OwnActs
}
