import type { Figure } from '../../tools/core/figure.ts'

/** A number by which a layer decided. */
export type RecordFigure = Figure

/** JSON, as records hold it. Amounts are decimal strings. */
export type RecordJson =
  | string
  | number
  | boolean
  | null
  | readonly RecordJson[]
  | { readonly [key: string]: RecordJson }

/**
 * How a scenario or a step ended. `broken` means that the harness failed, not the stack under test; `flaky`, that the
 * same seed and world came to another digest; `skipped`, that it was not reached.
 */
export type RecordVerdict = 'passed' | 'failed' | 'flaky' | 'broken' | 'skipped'

/** Change of one balance, in base units as decimal text, with the symbol for people. */
export interface RecordDelta {
  readonly symbol: string
  readonly token: string
  readonly decimals: number
  readonly deltaBaseUnits: string
}

/** How much of a token came to the account and went from it as well: what its difference is measured by. */
export interface RecordThroughput extends Omit<RecordDelta, 'deltaBaseUnits'> {
  readonly throughBaseUnits: string
}

/** Units by which a lot of a position changed, in its protocol's measure. */
export interface RecordPosition {
  readonly protocol: string
  readonly key: string
  readonly kind: string
  readonly expectedUnits: string
  readonly actualUnits: string
  readonly observedUnits: string
}

/** What the units of lots come to by more or less, of one token; what is owed is negative. */
export interface RecordWorth {
  readonly protocol: string
  readonly key: string
  readonly kind: string
  readonly symbol: string
  readonly token: string
  readonly decimals: number
  readonly expectedBaseUnits: string
  /** What the cage's readers show. */
  readonly actualBaseUnits: string
  readonly observedBaseUnits: string
}

/** An allowance as it stands; null where an account does not speak of it. */
export interface RecordAllowance {
  readonly symbol: string
  readonly token: string
  readonly decimals: number
  readonly owner: string
  readonly spender: string
  readonly expectedBaseUnits: string | null
  readonly actualBaseUnits: string | null
  readonly observedBaseUnits: string
}

/**
 * The three accounts of what a write did, or of what others did later to what it left open; `errorBps` is expected
 * against observed.
 */
export interface RecordOutcome {
  readonly expected: readonly RecordDelta[]
  /** What the tool reports, from the receipt. */
  readonly actual: readonly RecordDelta[]
  /** What the harness' own client reads from the chain. */
  readonly observed: readonly RecordDelta[]
  /** What passed through, of tokens whose difference is measured by it; absent where there are none. */
  readonly through?: readonly RecordThroughput[]
  /** Lots of positions of which units came or went, by the three accounts; absent where none did. */
  readonly positions?: readonly RecordPosition[]
  /** What lots come to, where others or time changed it; absent where nobody tells of it. */
  readonly worth?: readonly RecordWorth[]
  /** Allowances that a write sets or uses; absent where there are none. */
  readonly allowances?: readonly RecordAllowance[]
  /** The step whose outcome it settles, where it comes later than that. */
  readonly settles?: number
  readonly groundTruthSource: string
  readonly errorBps: number
}

/** One verdict of one safety hook. */
export interface RecordHookVerdict {
  readonly hook: string
  readonly stage: string
  readonly verdict: 'allow' | 'allow-modified' | 'reject'
  readonly code?: string
  /** By which numbers it decided. */
  readonly figures?: readonly RecordFigure[]
  /** The earlier stage at which it came to the same figures but for those that are listed here. */
  readonly otherwiseAs?: string
  /** The earlier step of which that is a stage, by its index; the same step without it. */
  readonly otherwiseIn?: number
}

/** A denial or error as the agent saw it. */
export interface RecordDenial {
  readonly layer: string
  readonly code: string
  readonly message: string
  readonly hint: string
  /** The numbers of its message, under the names of their places in it. */
  readonly figures?: readonly RecordFigure[]
}

/** A change from one state to another. */
export interface RecordTransition {
  readonly from: string
  readonly to: string
}

/** What became of one action of the agent; amounts are USDC base units as decimal text. */
export interface RecordAction {
  readonly tick: number
  readonly actionType: string
  readonly status: 'executed' | 'blocked' | 'deferred'
  readonly tool?: string
  readonly permitId?: string
  readonly transactionHash?: string
  /** Layer and code that blocked or deferred it, or how its permit ended. */
  readonly reason?: string
  readonly gasUsdc?: string
  /** Profit or loss, gas included; absent where a price is not known. */
  readonly pnlUsdc?: string
  /** Whether what the stack reports is within the tolerance of what was expected; absent where nothing was mined. */
  readonly verified?: boolean
  /** The two for people. */
  readonly expected?: string
  readonly actual?: string
  /** Why it is looked at again. */
  readonly replay?: string
}

/** How to write an amount of a token. */
export interface RecordUnit {
  readonly symbol: string
  readonly decimals: number
}

/** A decoded argument; integers are decimal text, structs are objects by member. */
export interface RecordArgument {
  readonly name: string
  readonly type: string
  readonly value: RecordJson
  /** What the number stands for, of an enumeration. */
  readonly meaning?: string
  /** Of which token the amounts are, by member of a struct; that of the value itself under an empty name. */
  readonly units?: Readonly<Record<string, RecordUnit>>
}

/** A call, decoded by the interfaces of the protocols. */
export interface RecordCall {
  /** Null where it creates a contract. */
  readonly target: string | null
  /** Absent where it is zero. */
  readonly valueWei?: string
  /** Absent for a plain transfer of value. */
  readonly selector?: string
  /** Absent where no interface knows the selector. */
  readonly function?: string
  readonly protocol?: string
  readonly arguments?: readonly RecordArgument[]
  /** The calls that it carries, in place of the arguments that hold them. */
  readonly calls?: readonly RecordCall[]
  /** Its bytes, where they are not decoded. */
  readonly data?: string
}

/** A log, decoded by the interfaces of the protocols. */
export interface RecordLog {
  readonly emitter: string
  /** Absent where no interface knows it. */
  readonly event?: string
  readonly arguments?: readonly RecordArgument[]
  readonly topics?: readonly string[]
  readonly data?: string
}

/** A plan as it was judged. */
export interface RecordPlan {
  readonly permitId: string
  /** Where it was judged first in this step. */
  readonly stage: string
  readonly tool: string
  readonly calls: readonly RecordCall[]
  /** What was to be signed, for a signature. */
  readonly signature?: {
    readonly primaryType: string
    readonly verifier?: string
    readonly message: RecordJson
  }
}

/** A transaction of the agent. */
export interface RecordSent {
  readonly hash: string
  readonly nonce: number
  /** What it calls; without the calls that it carries where they are those of a plan. */
  readonly call: RecordCall
  /** The permit of the step's plan whose calls, byte by byte, it carries. */
  readonly carries?: string
  readonly status?: 'success' | 'reverted'
  readonly gasUsed?: string
  readonly logs?: readonly RecordLog[]
}

/** What the account holds of a token. */
export interface RecordBalance extends RecordUnit {
  readonly token: string
  readonly baseUnits: string
  /** What it was in the state before; absent in the first one. */
  readonly beforeBaseUnits?: string
}

/** What a spender may take of a token of the account. */
export interface RecordGrant extends RecordBalance {
  readonly spender: string
}

/** A lot of a position of the account. */
export interface RecordLot {
  readonly protocol: string
  readonly key: string
  readonly kind: string
  readonly units: string
  readonly beforeUnits?: string
  /** In what its units are counted: the name of that, or a token, and how many decimals they have. */
  readonly unit?: RecordUnit
  /** What the units come to by their index; what is owed is negative. */
  readonly legs: readonly (RecordUnit & { readonly baseUnits: string })[]
}

/** What the chain looks like: what differs from the state before, everything the account has in the first one. */
export interface RecordState {
  readonly timestampSeconds: string
  /** The block at which it was read; absent where nothing of it was, and then nothing is said of the rest. */
  readonly blockNumber?: string
  readonly balances?: readonly RecordBalance[]
  readonly allowances?: readonly RecordGrant[]
  readonly positions?: readonly RecordLot[]
}

/** One call of the EVM, with what it called. */
export interface RecordFrame extends Omit<RecordCall, 'calls'> {
  /** `CALL`, `STATICCALL`, `DELEGATECALL`, `CREATE`, … */
  readonly type: string
  readonly from: string
  readonly gasUsed: string
  /** Why it reverted. */
  readonly error?: string
  /** What came back, by the interfaces of the protocols; absent where none of them knows it. */
  readonly returned?: readonly RecordArgument[]
  /** The same as bytes, where it is not known; absent where it is long and no error. */
  readonly output?: string
  readonly logs?: readonly RecordLog[]
  readonly calls?: readonly RecordFrame[]
}

/** What the EVM did of one transaction. */
export interface RecordTrace {
  readonly of: 'simulated' | 'mined'
  /** The permit of the plan that was simulated, or the hash of the transaction. */
  readonly subject: string
  readonly root: RecordFrame
}

/** One executed step. */
export interface RecordStep {
  readonly index: number
  /** Kind of the step: preview, commit, advance, … */
  readonly kind: string
  /** One line for people, e.g. `preview swap 500 USDC → WETH`. */
  readonly title: string
  /** Line in the scenario file, or 0 where there is none. */
  readonly line: number
  /** The agent's second chain, where the step was done there. */
  readonly chain?: string
  readonly verdict: RecordVerdict
  /** Why it was not reached, where it was not: then nothing else is said of it. */
  readonly skipped?: string
  /** Phase of the agent when the step began; empty where it was not reached. */
  readonly phase: string
  /** Changes of the phase while the step ran. */
  readonly phaseChanges?: readonly RecordTransition[]
  /** What the phase decided about the class of the step's effect; absent where the phase was not asked. */
  readonly authority?: { readonly actionClass: string; readonly verdict: 'allowed' | 'denied' }
  /** Action kind that was asked for. */
  readonly action?: string
  /** Tools that ran or planned, by name. */
  readonly tools?: readonly string[]
  /** What went wrong by the step, by name: `rpc-reply-lost`, `reorg-drop`, … */
  readonly faults?: readonly string[]
  readonly denial?: RecordDenial
  readonly hooks: readonly RecordHookVerdict[]
  /** The plans that were judged, in their order; whatever became of them. */
  readonly plans?: readonly RecordPlan[]
  /** The agent's transactions. */
  readonly sent?: readonly RecordSent[]
  readonly permit?: {
    readonly permitId: string
    readonly state: string
    /** Seconds of the chain since it was issued when the step began; absent where the step issued it. */
    readonly ageSeconds?: number
    readonly ttlSeconds?: number
    readonly actionClass?: string
    readonly spendUsdc?: string
  }
  /** Changes of permits while the step ran, of any permit; a permit is `new` before it is pending. */
  readonly permitChanges?: readonly RecordTransition[]
  readonly outcome?: RecordOutcome
  /** What became of actions while the step ran. */
  readonly actions?: readonly RecordAction[]
  readonly transaction?: { readonly hash: string; readonly blockNumber: string; readonly gasUsed: string }
  /** What the chain looked like when the step began, where it had changed since the step before. */
  readonly before?: RecordState
  /** What it looked like afterwards. */
  readonly after?: RecordState
  /** The EVM's call trees of what was simulated and mined, where it was traced; no part of the digest. */
  readonly traces?: readonly RecordTrace[]
  readonly result?: RecordJson
  readonly timings: { readonly durationMs: number }
}
