import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { NoteFigure } from '../../core/figure.ts'
import type { Json } from '../../core/json.ts'
import type { ActionPlan } from '../../core/plan.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { GuardianDemand } from '../evidence/hot-lane.ts'
import type { AllowanceHistory, LiveAuthority } from '../evidence/live-allowances.ts'
import type { Spend } from '../evidence/spend.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { LedgerEntry } from '../store/ledger-rows.ts'

/** The seven hooks in the order in which they are asked. */
export const HOOK_ORDER = [
  'policy-cage',
  'allowlist-guard',
  'spending-limiter',
  'rate-limiter',
  'simulator',
  'hallucination-detector',
  'result-filter',
] as const

/** The name of a hook, which is the layer that it denies as. */
export type HookName = (typeof HOOK_ORDER)[number]

/** Something that the model claims about the chain when it asks for an action. */
export interface Claim {
  readonly subject: 'balance' | 'price' | 'amount-out' | 'symbol'
  readonly token: string
  /** Base units for balances and amounts, USD for prices, text for symbols. */
  readonly value: string
}

/** What the hooks judge. It is frozen: every hook, the simulator and the signer see the same bytes. */
export interface HookRequest {
  readonly stage: 'preview' | 'commit'
  readonly permitId: Hex
  readonly tool: string
  readonly actionKind: string
  readonly params: Json
  readonly claims: readonly Claim[]
  readonly plan: ActionPlan
  readonly account: Address
  readonly operator: Address
  readonly deadlineSeconds: bigint
  readonly gasLimit: bigint
  readonly maxFeePerGasWei: bigint
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly evidence: Evidence
  readonly now: ClockReading
  /** Spending entries inside the window that ends now. */
  readonly ledger: readonly LedgerEntry[]
  /** What is remembered of allowances. */
  readonly allowances: AllowanceHistory
  /** What others may take on the agent's other chains; absent where there are none. */
  readonly elsewhere?: LiveAuthority | 'unknown'
  /** Attempts inside the rate-limit window, this one included. */
  readonly attempts: number
  /** Attempts of the tick so far, this one included. */
  readonly attemptsInTick: number
  /** What the model would be told; only the last hook may change it. */
  readonly result: Json
}

/** A hook's answer. */
export type Verdict =
  | { readonly kind: 'allow'; readonly spend?: Spend; readonly guardianDemand?: GuardianDemand }
  | { readonly kind: 'allow-modified'; readonly result: Json; readonly reason: string }

/**
 * One hook: it allows, allows with a changed result, or throws a `ToolError` to reject. It notes the figures by which it
 * decides as it comes to them, so that those of a rejection are known too.
 */
export interface Hook {
  readonly name: HookName
  check(request: HookRequest, note?: NoteFigure): Verdict | Promise<Verdict>
}

/** The plain yes. */
export const ALLOW: Verdict = Object.freeze({ kind: 'allow' })
