import { TOOL_ERRORS, type ToolErrorCode } from '../../tools/core/errors.ts'
import { HOOK_ORDER } from '../../tools/safety/hooks/hook.ts'
import { ACTION_CLASSES, type ActionClass, PHASES } from '../../tools/safety/phases.ts'
import { FAULT_KINDS } from '../scenario/name-fault.ts'
import { PERMIT_STATES } from '../scenario/vocabulary.ts'

const EXITS: readonly ActionClass[] = ['decrease-position', 'close-position', 'read-only']

/** The matrix of the design, written out once more: never taken from the code under test. */
const ALLOWED: Readonly<Record<string, readonly ActionClass[]>> = {
  thriving: ACTION_CLASSES,
  cautious: ACTION_CLASSES,
  defensive: ['rebalance', ...EXITS],
  survival: EXITS,
  terminal: ['close-position', 'read-only'],
  unknown: EXITS,
}

/** The state machine of a permit: it is used up before its effect, and terminal states are never left. */
const PERMIT_CHANGES = [
  'new>pending',
  'pending>committing',
  'pending>cancelled',
  'pending>expired',
  'committing>committed',
  'committing>failed',
] as const

/** Codes that no step of a run can end with, each with the reason and with what exercises it instead. */
export const UNOBSERVABLE_CODES: Readonly<Partial<Record<ToolErrorCode, string>>> = {
  OUTPUT_INVALID: 'a defect of a tool; tools/core/runner.test.ts brings one',
  CHAIN_NOT_SUPPORTED: 'every tool supports the chain of the embedded origin',
  PROTOCOL_NOT_DEPLOYED: 'the embedded origin holds every protocol of the catalogue',
  CONTROL_NOT_AVAILABLE: 'a run always controls its own chain',
  HALLUCINATED_ADDRESS: 'tools refuse unknown tokens before the hooks are asked; hooks/ tests bring the plan',
  SIMULATION_UNAVAILABLE: 'the policy-cage and the allowlist-guard deny what could not be read before the simulator',
  HOOK_FAILED: 'no hook of the stack throws, hangs or is missing; hooks/chain.test.ts brings such hooks',
  CAPABILITY_INVALID: 'no step can hold a capability; capability.test.ts forges, copies and reuses them',
  SAFE_OUTCOME_UNKNOWN: 'needs a second relayer of the same Safe between sending and mining',
  KEYSTORE_INVALID: 'raised while the signer is opened, before the first step; custody tests and `assay keystore new`',
  KEYSTORE_PASSWORD: 'raised while the signer is opened, before the first step; custody tests and `assay keystore new`',
  STORE_CORRUPT: 'the stack does not start on a damaged store; test/durability/damage.test.ts',
  STORE_LOCKED: 'the stack does not start on a store that is held; test/durability',
  STORE_FAILED: 'needs a disk that fails; test/durability/disk.test.ts',
  TOOL_CHANGED: 'needs a definition that changes in memory; test/safety/tool-rugpull.test.ts',
  AUDIT_TAMPERED: 'needs a log that is changed under the stack; test/safety/checkpoints.test.ts',
  CHECKPOINTS_CORRUPT: 'needs a file of checkpoints that is changed; test/safety/checkpoints.test.ts',
  CHECKPOINT_FAILED: 'needs a disk that fails; test/safety/checkpoints.test.ts',
  SANDBOX_TIMED_OUT: 'takes five seconds of wall clock; test/sandbox/wasm-bomb.test.ts',
  SANDBOX_FAILED: 'needs a thread that dies or a caller that gives up; test/sandbox',
}

/** The cell of each phase and class: the design decides them all, and the opposite is a violation. */
const cells = Object.entries(ALLOWED).flatMap(([phase, allowed]) =>
  ACTION_CLASSES.map(
    (actionClass) => `cell:${phase}/${actionClass}/${allowed.includes(actionClass) ? 'allowed' : 'denied'}`,
  ),
)

/** Worse at once, better after the dwell time, never out of terminal. */
const phaseChanges = PHASES.filter((from) => from !== 'terminal').flatMap((from) =>
  PHASES.filter((to) => to !== from).map((to) => `phase:${from}>${to}`),
)

const hooks = HOOK_ORDER.flatMap((hook) => [
  `hook:${hook}/allow`,
  // The last hook may change what the model is told, and no other one anything.
  ...(hook === 'result-filter' ? [`hook:${hook}/allow-modified`] : []),
  `hook:${hook}/reject`,
])

/** Every key that a run can show and should; anything else that it shows is a violation. */
export const COVERAGE_UNIVERSE: readonly string[] = [
  ...cells,
  ...phaseChanges,
  ...PERMIT_STATES.map((state) => `permit:${state}`),
  ...PERMIT_CHANGES.map((change) => `permit:${change}`),
  ...hooks,
  ...Object.keys(TOOL_ERRORS)
    .filter((code) => !Object.hasOwn(UNOBSERVABLE_CODES, code))
    .map((code) => `code:${code}`),
  ...FAULT_KINDS.map((kind) => `fault:${kind}`),
]
