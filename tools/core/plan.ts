import type { Address, Hex } from 'viem'
import type { Json } from './json.ts'
import type { NeedName, PlacedNeed, UnwindNeed } from './need.ts'
import { EMPTY_OUTCOME, type Expectation } from './outcome.ts'
import type { UnwindStep } from './position-keeper.ts'

/** One call of a plan, made by the account that its route says. */
export interface Call {
  readonly to: Address
  readonly valueWei: bigint
  readonly data: Hex
}

/**
 * How calls take effect: the cage makes them for its operator, the operator's own account makes one that costs it gas
 * alone and may bring the cage what others pay, the owner's gate makes them, with the owner's approval, or the owner's own
 * account does, with its owners' signatures over the very call.
 */
export type CallRoute = 'cage' | 'op' | 'owner' | 'account'

/** One of the parts of what the schedule keeps. */
export interface EntryPart {
  readonly entryId: Hex
  readonly part: number
}

/** Calls that one transaction makes in order, all or nothing, and the outcome that they are to have. */
export interface TransactionPlan<Route extends CallRoute = 'cage'> {
  readonly kind: 'transaction'
  readonly route: Route
  readonly calls: readonly Call[]
  readonly expectation: Expectation
  /** What of the schedule it uses up: it is carried out once, and only while its entry is open. */
  readonly part?: EntryPart
  /** Whose account makes the call, on the route `account`. */
  readonly maker?: Address
  /** What other protocols filled of it: their calls are part of everything above. */
  readonly filled?: readonly NeedName[]
  /** The tool that planned all of it for the one that was asked, and that says what became of it. */
  readonly settledBy?: { readonly tool: string; readonly params: Json }
}

/** Calls that the cage is to make, in this order, once others filled what they need; never judged as it is. */
export interface UnfilledPlan {
  readonly kind: 'unfilled'
  readonly route: 'cage'
  readonly needs: readonly [PlacedNeed, ...PlacedNeed[]] | readonly [UnwindNeed]
  readonly part?: EntryPart
  readonly calls: readonly Call[]
  /** What the own calls come to, the use of what is needed included. */
  readonly expectation: Expectation
}

/** EIP-712 typed data as JSON holds it; integers are decimal strings. */
export interface TypedData {
  readonly domain: {
    readonly name?: string
    readonly version?: string
    readonly chainId?: number
    readonly verifyingContract?: Address
    readonly salt?: Hex
  }
  /** Without `EIP712Domain`, which follows from the domain. */
  readonly types: { readonly [struct: string]: readonly { readonly name: string; readonly type: string }[] }
  readonly primaryType: string
  readonly message: { readonly [field: string]: Json }
}

/** A signature over typed data: nothing is sent, but its holder can act on it. */
export interface SignaturePlan {
  readonly kind: 'signature'
  readonly route: 'sign'
  readonly typedData: TypedData
  readonly calls: readonly []
  readonly expectation: Expectation
}

/** What the safety layer judges by what it does on chain: a transaction or a signature. */
export type ActionPlan = TransactionPlan<CallRoute> | SignaturePlan

/** Ports by which plans take effect off the chain. */
export type LocalPortName = 'halt' | 'outbox' | 'schedule'

/** Plain data by name. */
export interface LocalValues {
  readonly [name: string]: Json
}

/**
 * An effect off the chain, by the port that its route names. It spends nothing and grants nothing, and can touch no
 * limit, list, cap or simulation.
 */
export interface LocalPlan {
  readonly kind: 'local'
  readonly route: LocalPortName
  /** What the port is to do, by the name that it has for it. */
  readonly operation: string
  readonly params: LocalValues
  /** What the port's own receipt has to say afterwards. */
  readonly receipt: LocalValues
  readonly calls: readonly []
  readonly expectation: Expectation
}

/** What a permit can be for. */
export type PermittedPlan = ActionPlan | LocalPlan

/** What an owner can change of the safety layer itself. */
export type OwnerOperation =
  | 'clear-halt'
  | 'clear-losses'
  | 'liquidate'
  | 'set-allowlist'
  | 'set-spending-limits'

/** A change of the safety layer; the owner approves these very parameters, and nothing is mined. */
export interface OwnerPlan {
  readonly kind: 'change'
  readonly route: 'owner'
  readonly operation: OwnerOperation
  readonly params: { readonly [key: string]: Json }
}

/** What a write tool returns: it never broadcasts by itself. */
export type Plan = PermittedPlan | UnfilledPlan | OwnerPlan

const planCalls =
  <Route extends CallRoute>(route: Route) =>
  (calls: readonly Call[], expectation: Partial<Expectation>): TransactionPlan<Route> => ({
    kind: 'transaction',
    route,
    calls,
    expectation: { ...EMPTY_OUTCOME, toleranceBps: 0, ...expectation },
  })

/** Build a plan of calls that the cage makes for its operator. */
export const planTransaction = planCalls('cage')

/** Build a plan of calls that the cage makes once others filled its needs. */
export const planWithNeeds = (
  needs: readonly [PlacedNeed, ...PlacedNeed[]],
  calls: readonly Call[],
  expectation: Partial<Expectation>,
): UnfilledPlan => ({ ...planTransaction(calls, expectation), kind: 'unfilled', needs })

/** Build a plan that is a step which ends a position, as its protocol lists it. */
export const planUnwind = ({ kind, params }: UnwindStep): UnfilledPlan => ({
  ...planTransaction([], {}),
  kind: 'unfilled',
  needs: [{ need: 'unwind', kind, params }],
})

/**
 * Build a plan of one call that the operator's own account makes: it carries no value and moves nothing of the agent's.
 * What others pay the agent's account by it is `received`.
 */
export const planOperatorTransaction = (
  call: Pick<Call, 'to' | 'data'>,
  received: Expectation['assets'] = [],
): TransactionPlan<'op'> => planCalls('op')([{ ...call, valueWei: 0n }], { assets: received })

/** Build a plan of calls that the owner's gate makes, with the owner's approval of these very calls. */
export const planOwnerTransaction = planCalls('owner')

/** Build a plan of one call that the owner's own account makes, with its owners' signatures over it. */
export const planAccountTransaction = (
  maker: Address,
  call: Call,
  expectation: Partial<Expectation>,
): TransactionPlan<'account'> => ({ ...planCalls('account')([call], expectation), maker })

/** Build a change of the safety layer. */
export const planChange = (operation: OwnerOperation, params: OwnerPlan['params']): OwnerPlan => ({
  kind: 'change',
  route: 'owner',
  operation,
  params,
})

/** Build a plan that signs typed data and sends nothing. */
export const planSignature = (typedData: TypedData): SignaturePlan => ({
  kind: 'signature',
  route: 'sign',
  typedData,
  calls: [],
  expectation: { ...EMPTY_OUTCOME, toleranceBps: 0 },
})

/** Build a plan that takes effect off the chain: what the port is to do, and what its receipt has to say of it. */
export const planLocal = (
  route: LocalPortName,
  operation: string,
  params: LocalValues,
  receipt: LocalValues,
): LocalPlan => ({
  kind: 'local',
  route,
  operation,
  params,
  receipt,
  calls: [],
  expectation: { ...EMPTY_OUTCOME, toleranceBps: 0 },
})
