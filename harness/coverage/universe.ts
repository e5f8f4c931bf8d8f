import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { HOOK_ORDER } from '../../tools/safety/hooks/hook.ts'
import { ACTION_CLASSES, PHASES } from '../../tools/safety/policy/phases.ts'
import { ANSWER_CODES } from '../answer-codes.ts'
import { DEV_KINDS } from '../dev-kinds.ts'
import { phaseAllows } from '../property/model/phase-model.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import type { UnobservableCodes } from '../protocols/testbed.ts'
import { FAULT_KINDS } from '../scenario/fault-kinds.ts'
import { PERMIT_STATES } from '../scenario/known-names.ts'
import { UNOBSERVABLE_GATEWAY_CODES } from './unobservable-gateway-codes.ts'

/** The state machine of a permit: it is used up before its effect, and terminal states are never left. */
const PERMIT_CHANGES = [
  'new>pending',
  'pending>committing',
  'pending>cancelled',
  'pending>expired',
  'committing>committed',
  'committing>failed',
] as const

/** Where sessions meet extensions of others. */
const SESSION_TEST = 'tools/runtime/open-pi-session.test.ts'

const DELEGATED = { reason: 'a scenario plays one session, which nobody delegated to' }

/** Codes with which no step of a faithful run ends: why, and the test that raises them instead. */
export const UNOBSERVABLE_CODES: UnobservableCodes = {
  ACCOUNT_UNREADABLE: {
    reason: 'the account of a scenario is one of the protocol that its policy names',
    test: 'tools/safety/hooks/account-guard.test.ts',
  },
  RESULT_TOO_LONG: {
    reason: 'no tool of the catalogue answers with as much',
    test: 'tools/safety/hooks/result-filter.test.ts',
  },
  OUTPUT_INVALID: { reason: 'a defect of a tool', test: 'tools/core/runner.test.ts' },
  SPECULATION_REFUSED: {
    reason: 'the table holds read tools alone',
    test: 'tools/agent/speculation/read-ahead.test.ts',
  },
  CHAIN_NOT_SUPPORTED: {
    reason: 'every tool supports the chain of the embedded origin',
    test: 'tools/core/runner.test.ts',
  },
  PROTOCOL_NOT_DEPLOYED: {
    reason: 'the embedded origin holds every protocol of the catalogue',
    test: 'tools/core/base.test.ts',
  },
  DELEGATION_NOT_ALLOWED: { ...DELEGATED, test: 'test/safety/delegation.test.ts' },
  DELEGATION_EXCEEDS_PARENT: { ...DELEGATED, test: 'test/safety/delegation.test.ts' },
  DELEGATED_SPEND_EXCEEDED: { ...DELEGATED, test: 'test/safety/delegation.test.ts' },
  DELEGATED_TOLERANCE_EXCEEDED: { ...DELEGATED, test: 'test/safety/delegation.test.ts' },
  PERMIT_OF_ANOTHER_SESSION: { ...DELEGATED, test: 'test/safety/delegation.test.ts' },
  GUARDIAN_NOT_CONSULTED: { ...DELEGATED, test: 'test/safety/delegation.test.ts' },
  DELEGATION_TOO_DEEP: { ...DELEGATED, test: 'tools/agent/delegation/session.test.ts' },
  VENUE_AMBIGUOUS: {
    reason: 'a scenario is held to the venues of its kinds before it runs',
    test: 'tools/agent/find-route.test.ts',
  },
  CONTROL_NOT_AVAILABLE: {
    reason: 'a run always controls its own chain',
    test: 'tools/devtools/chain-control.test.ts',
  },
  ROUTE_NOT_AVAILABLE: {
    reason: 'no tool of the catalogue plans for another route',
    test: 'tools/safety/permit/route-check.test.ts',
  },
  LOCAL_RECEIPT_DIFFERS: {
    reason: 'the ports of a run keep what they are told',
    test: 'tools/safety/permit/local-action.test.ts',
  },
  LOCAL_PORT_FULL: {
    reason: 'a scenario would have to fill it first',
    test: 'tools/safety/local/local-ports.test.ts',
  },
  LOCAL_PART_USED: {
    reason: 'what used the part moved the nonce, which is looked at before',
    test: 'tools/safety/permit/claim-part.test.ts',
  },
  HALLUCINATED_ADDRESS: {
    reason: 'tools refuse unknown tokens before the hooks are asked',
    test: 'tools/safety/hooks/shadowed.test.ts',
  },
  SIMULATION_UNAVAILABLE: {
    reason: 'earlier hooks deny what could not be simulated',
    test: 'tools/safety/hooks/shadowed.test.ts',
  },
  KEYSTORE_INVALID: {
    reason: 'the signer is opened before the first step',
    test: 'tools/safety/custody/signers/keystore-signer.test.ts',
  },
  KEYSTORE_PASSWORD: {
    reason: 'the signer is opened before the first step',
    test: 'tools/safety/custody/signers/keystore-signer.test.ts',
  },
  UNEXPLAINED_UNITS: {
    reason: "units go only with the operator's key, whose use elsewhere fences the account first",
    test: 'tools/safety/evidence/books.test.ts',
  },
  LOSSES_CHANGED: {
    reason: 'an approval is signed and used within one step',
    test: 'tools/safety/owner/owner-operations.test.ts',
  },
  HOOK_FAILED: { reason: 'needs a hook that is broken', test: 'tools/safety/hooks/chain.test.ts' },
  STORE_FAILED: { reason: 'needs a disk that fails', test: 'tools/safety/safety.test.ts' },
  TOOL_CHANGED: {
    reason: 'needs a definition that changes in memory',
    test: 'test/safety/tool-rugpull.test.ts',
  },
  AUDIT_TAMPERED: {
    reason: 'needs a log that is changed under the stack',
    test: 'tools/safety/audit/checkpointer.test.ts',
  },
  CHECKPOINTS_CORRUPT: {
    reason: 'needs a file of checkpoints that is changed',
    test: 'tools/safety/audit/checkpointer.test.ts',
  },
  CHECKPOINT_FAILED: { reason: 'needs a disk that fails', test: 'test/safety/checkpoints.test.ts' },
  CALL_ALTERED: { reason: 'needs an extension of another', test: SESSION_TEST },
  CALL_NOT_APPROVED: { reason: 'needs an extension that is missing', test: SESSION_TEST },
  CALL_TIMED_OUT: { reason: 'what a tool waits for ends before', test: SESSION_TEST },
  SESSION_REFUSED: { reason: 'needs an extension of another', test: SESSION_TEST },
  SANDBOX_TIMED_OUT: { reason: 'takes seconds of the real clock', test: 'test/sandbox/wasm-bomb.test.ts' },
  SANDBOX_FAILED: {
    reason: 'needs a thread that dies or a caller that gives up',
    test: 'test/sandbox/wasm-bomb.test.ts',
  },
  ...UNOBSERVABLE_GATEWAY_CODES,
  ...Object.assign({}, ...Object.values(TESTBEDS).map(({ unobservable }) => unobservable)),
}

/** Tools that no step of a scenario can call, and the test that does. */
export const UNREACHABLE_TOOLS: Readonly<Record<string, string>> = {
  // Their own parameter `name` stands where a step names the tool.
  testnet_deploy_hostile_token: 'tools/devtools/testnet-deploy-hostile-token.cases.ts',
  testnet_deploy_mock_token: 'tools/devtools/testnet-deploy-mock-token.cases.ts',
}

/** The cell of each phase and class, by the model and never by the code under test: the opposite is a violation. */
const cells = [...PHASES, undefined].flatMap((phase) =>
  ACTION_CLASSES.map((actionClass) => {
    const verdict = phaseAllows(phase, actionClass) ? 'allowed' : 'denied'
    return `cell:${phase ?? 'unknown'}/${actionClass}/${verdict}`
  }),
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

/** Every key that a run can show and should. */
export const COVERAGE_UNIVERSE: readonly string[] = [
  ...cells,
  ...phaseChanges,
  ...PERMIT_STATES.map((state) => `permit:${state}`),
  ...PERMIT_CHANGES.map((change) => `permit:${change}`),
  ...hooks,
  ...Object.keys(ANSWER_CODES)
    .filter((code) => !Object.hasOwn(UNOBSERVABLE_CODES, code))
    .map((code) => `code:${code}`),
  ...FAULT_KINDS.map((kind) => `fault:${kind}`),
  ...DEV_KINDS.map(({ kind }) => `kind:${kind}`),
  ...DEV_REGISTRY.tools
    .filter(({ name }) => !Object.hasOwn(UNREACHABLE_TOOLS, name))
    .map(({ name }) => `tool:${name}`),
]

/** Untrusted tools and what they may ask for have names of their own. */
const OPEN_KEYS = /^(tool|kind):/

/**
 * Tell whether a key may never be seen: the design forbids it, or knows nothing like it.
 *
 * @example isForbidden('cell:terminal/new-position/allowed') // true
 */
export const isForbidden = (key: string): boolean =>
  !OPEN_KEYS.test(key) &&
  !COVERAGE_UNIVERSE.includes(key) &&
  !Object.hasOwn(UNOBSERVABLE_CODES, key.replace(/^code:/, ''))
