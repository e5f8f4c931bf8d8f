import type { EventKind } from '../../tools/core/events.ts'
import { LABELS } from '../../tools/core/taint.ts'
import type { Claim } from '../../tools/safety/hooks/hook.ts'
import type { PermitState } from '../../tools/safety/store/permit-rows.ts'
import type { GuardianMode } from '../guardian/guardian-mode.ts'
import { ACCOUNT_PROTOCOLS } from '../protocols/accounts.ts'
import { ACCOUNT_MODES } from '../stage/account-mode.ts'
import type { CapabilityForgery } from '../stage/forge-capability.ts'
import type { KeyMode, SignerMode } from '../stage/session-signer.ts'
import type { ApprovalMode, KeyOwnerMode, OwnerMode } from '../stage/sign-approval.ts'

/** Keys of a record, in order; the type makes sure that none is missing. */
const keysOf = <Name extends string>(names: Readonly<Record<Name, true>>) => Object.keys(names) as Name[]

/** How a scenario's guardian may behave. */
export const GUARDIAN_MODES = keysOf<GuardianMode>({
  on: true,
  off: true,
  down: true,
  refuses: true,
  'wrong-key': true,
  'other-bytes': true,
  slow: true,
  hung: true,
  garbage: true,
  killed: true,
  'signs-all': true,
})

/** Publishers of a price. */
export const PRICE_SOURCES = ['primary', 'secondary'] as const

/** What custody may get in place of a capability. */
export const CAPABILITY_FORGERIES = keysOf<CapabilityForgery>({
  copied: true,
  parsed: true,
  proxied: true,
  'made-up': true,
  'of-another-tool': true,
  'of-another-plan': true,
  'of-another-permit': true,
  'for-less': true,
  expired: true,
  overtaken: true,
  'overtaken-at-recovery': true,
  revoked: true,
  'used-before': true,
})

/** Who may sign for a scenario's agent. */
export const SIGNER_MODES: readonly SignerMode[] = [
  ...keysOf<KeyMode>({
    on: true,
    off: true,
    keystore: true,
    remote: true,
    'wrong-key': true,
    lies: true,
    down: true,
    hung: true,
  }),
  ...ACCOUNT_MODES,
]

/** What a planted secret may be. */
export const SECRET_LABELS = LABELS.filter((label) => label !== 'UntrustedExternal')

/** Who may own a scenario's cage. */
export const OWNER_MODES: readonly OwnerMode[] = [
  ...keysOf<KeyOwnerMode>({ direct: true, key: true }),
  ...ACCOUNT_PROTOCOLS,
]

/** Approvals that a privileged tool may be given. */
export const APPROVAL_MODES = keysOf<ApprovalMode>({
  signed: true,
  guardian: true,
  missing: true,
  again: true,
  expired: true,
  stranger: true,
  'one-owner': true,
  'other-tool': true,
  'other-params': true,
  'other-calls': true,
  'other-account': true,
  'other-chain': true,
  'other-policy': true,
})

/** States of a permit. */
export const PERMIT_STATES = keysOf<PermitState>({
  pending: true,
  committing: true,
  committed: true,
  cancelled: true,
  expired: true,
  failed: true,
})

/** Kinds of events that a step can be expected to raise. */
export const EVENT_KINDS = keysOf<EventKind>({
  'tool:start': true,
  'tool:update': true,
  'tool:end': true,
  'tool:error': true,
  ToolCallAttempt: true,
  'hook:verdict': true,
  'delegation:opened': true,
  'delegation:advice': true,
  'permit:announced': true,
  'tools:left-out': true,
  'permit:state': true,
  'action:recorded': true,
  'cycle:recorded': true,
  'tick:opened': true,
  'tick:taken-up': true,
  'speculation:hit': true,
  'speculation:ended': true,
  denied: true,
  'phase:change': true,
  'tx:sent': true,
  'tx:mined': true,
  'halt:latched': true,
  'halt:carried-out': true,
  'halt:cleared': true,
  WasmToolStart: true,
  WasmToolComplete: true,
})

/** What a model can claim about the chain. */
export const CLAIM_SUBJECTS = keysOf<Claim['subject']>({
  balance: true,
  price: true,
  'amount-out': true,
  symbol: true,
})
