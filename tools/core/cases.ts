/** A value of a case: plain data, in which references stand for what only a chain knows. */
export type CaseValue =
  | string
  | number
  | boolean
  | null
  | Reference
  | readonly CaseValue[]
  | { readonly [member: string]: CaseValue }

/** A call of a view function, by which a case states what the chain itself says. */
export interface ChainView {
  readonly contract: CaseValue
  /** In the form of `function balanceOf(address owner) view returns (uint256)`. */
  readonly view: string
  readonly args: readonly CaseValue[]
  /** Place of the value among several that are returned, or its name in a struct; bigint values become decimal text. */
  readonly member?: number | string
}

/** What the conformance suite puts in the place of a name. */
export type Reference =
  | { readonly $at: string }
  | { readonly $kept: string }
  | { readonly $own: string }
  | { readonly $chain: ChainView }
  | { readonly $call: { readonly signature: string; readonly args: readonly CaseValue[] } }
  | { readonly $sum: readonly CaseValue[] }
  | { readonly $product: readonly CaseValue[] }

/** What an answer must be where it cannot be named exactly. */
export type Matcher =
  | { readonly $between: readonly [least: CaseValue, most: CaseValue] }
  | { readonly $matches: string }
  | { readonly $not: CaseValue }

/** Members of an answer by their path (`pools.0.feeTier`, `swaps.-1.hash`, `ticks.length`), with what each must be. */
export type Expected = Readonly<Record<string, CaseValue | Matcher>>

/** How far time alone may take what is carried out from what was planned, in basis points; not at all unless told. */
type Drift = number

/** Something that is done on the way: a tool is run, a transaction is sent, a Pi tool is called. */
export type CaseStep = {
  /** Name under which later values refer to the answer. */
  readonly keep?: string
  readonly expect?: Expected
} & (
  | {
      readonly tool: string
      readonly params?: CaseValue
      /** The actor as whom a plan is carried out, in place of the agent's account. */
      readonly as?: string
      /** The code that it ends with. */
      readonly code?: string
      readonly driftBps?: Drift
    }
  | {
      /** A transaction of an actor; its hash is the answer. */
      readonly send: {
        readonly from: string
        readonly to: CaseValue
        readonly data?: CaseValue
        readonly valueWei?: string
        readonly gasPriceWei?: string
      }
    }
  | {
      readonly pi: string
      readonly args?: CaseValue
      /** The code that it ends with. */
      readonly code?: string
    }
  /** Blocks are mined with every transaction, or only when they are mined by themselves. */
  | { readonly mining: boolean }
  | { readonly mine: number }
  /** What the chain says, past the stack; it is the answer. */
  | { readonly chain: Reference }
  | {
      /** What others do to what the account has in a protocol, by the name that its testbed gives it. */
      readonly later: {
        readonly protocol: string
        readonly act: string
        readonly shareBps?: number
        readonly waitSeconds?: number
      }
    }
)

/** Input that a tool has to refuse. */
export interface Refusal {
  /** Set where the cage belongs to an owner's gate, as it does for every privileged tool, and not to a key. */
  readonly ownedByGate?: true
  /** The protocol of the account that owns this gate, in place of a key. */
  readonly owner?: string
  readonly before?: readonly CaseStep[]
  readonly params: CaseValue
  /** `INVALID_PARAMS`, or one that the tool declares. */
  readonly code: string
}

/** Input that a tool has to serve, in a world of its own. */
export interface ServedCase {
  readonly name?: string
  /** Set where the cage belongs to an owner's gate, as it does for every privileged tool, and not to a key. */
  readonly ownedByGate?: true
  /** Base fee of the blocks, wei; gas is free unless told. */
  readonly baseFeeWei?: string
  /** The protocol of the account that owns this gate, in place of a key. */
  readonly owner?: string
  /** Actors whom the owner's lists name as recipients, in place of the one by default. */
  readonly recipients?: readonly string[]
  readonly before?: readonly CaseStep[]
  readonly params?: CaseValue
  /** What its answer must hold; of a write tool, that of its settlement. */
  readonly expect?: Expected
  readonly driftBps?: Drift
  /** What the plan of a write tool must hold. */
  readonly plan?: Expected
  /** Requests that reading or planning may take; 4 unless told. */
  readonly roundTrips?: number
  readonly after?: readonly CaseStep[]
}

/** The cases of one tool, which the conformance suite takes it through on a fork. */
export interface ToolCases {
  readonly refuses: readonly Refusal[]
  readonly serves: readonly ServedCase[]
  /** Set where an answer speaks of how an address was spelt; everywhere else the spelling changes nothing. */
  readonly seesSpelling?: true
}

/** Define the cases of a tool. */
export const defineCases = (cases: ToolCases): ToolCases => cases

/** Name an address: an actor, `account` (the agent's), `approver` (who owns the owner's gate), a token by its symbol, `feed.<symbol>`, or a contract as scenarios do. */
export const at = (name: string): Reference => ({ $at: name })

/** Take a member of an answer that a step before kept: `minted.positionId`. */
export const kept = (path: string): Reference => ({ $kept: path })

/** Take another member of the same answer. */
export const own = (path: string): Reference => ({ $own: path })

/** State what the chain answers to a view, after the tool has run. */
export const onChain = (
  contract: CaseValue,
  view: string,
  args: readonly CaseValue[] = [],
  member?: number | string,
): Reference => ({ $chain: { contract, view, args, ...(member === undefined ? {} : { member }) } })

/** State the balance of a token on the chain. */
export const balanceOf = (token: string, account: string): Reference =>
  onChain(at(token), 'function balanceOf(address) view returns (uint256)', [at(account)])

/** State the native balance of an account on the chain. */
export const nativeBalanceOf = (account: string): Reference =>
  onChain(at('multicall3'), 'function getEthBalance(address) view returns (uint256)', [at(account)])

/** Encode a call. */
export const callData = (signature: string, args: readonly CaseValue[] = []): Reference => ({
  $call: { signature, args },
})

/** Add amounts. */
export const sum = (...amounts: readonly CaseValue[]): Reference => ({ $sum: amounts })

/** Multiply amounts. */
export const product = (...amounts: readonly CaseValue[]): Reference => ({ $product: amounts })

/** Expect a number or an amount within bounds, both included. */
export const between = (least: CaseValue, most: CaseValue): Matcher => ({ $between: [least, most] })

/** Expect text of a form. */
export const matching = (pattern: string): Matcher => ({ $matches: pattern })

/** Expect anything but a value. */
export const not = (value: CaseValue): Matcher => ({ $not: value })
