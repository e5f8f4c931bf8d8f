import { type Address, toFunctionSelector } from 'viem'
import type { DecodedCall } from '../../core/call-decoder.ts'
import { selectorOf } from '../../core/decoder-index.ts'
import { ToolError } from '../../core/errors.ts'
import { countFigure, NOTE_NOTHING, type NoteFigure } from '../../core/figure.ts'
import { findByAddress } from '../../core/find-by-address.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import { readCageRejection } from '../evidence/cage-rejection.ts'
import { PAUSE_CALL } from '../evidence/encode-cage-execute.ts'
import { EXITS } from '../policy/phases.ts'
import { findAsset, findTarget } from '../policy/policy.ts'
import { assertNoDelegation, checkCodeHashes } from './allowlist-guard.ts'
import { ALLOW, type Hook, type HookName, type HookRequest } from './hook.ts'

/**
 * Functions by which an account moves what it has or gives others power in its name, whatever contract they are of: an
 * owner who lists one of them for the operator's own account is mistaken.
 */
const POWERS = new Map(
  [
    'transfer(address,uint256)',
    'transferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256)',
    'safeTransferFrom(address,address,uint256,bytes)',
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
    'approve(address,uint256)',
    'approve(address,address,uint160,uint48)',
    'transferFrom(address,address,uint160,address)',
    'lockdown((address,address)[])',
    'increaseAllowance(address,uint256)',
    'decreaseAllowance(address,uint256)',
    'setApprovalForAll(address,bool)',
    'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
    'setOperator(address,bool)',
    'authorizeOperator(address)',
    'delegate(address)',
    'setDelegate(bytes32,address)',
    'approveDelegation(address,uint256)',
    'setAuthorization(address,bool)',
    'setRelayerApproval(address,address,bool)',
    'hope(address)',
    'enableModule(address)',
    'setGuard(address)',
    'setFallbackHandler(address)',
    'addOwnerWithThreshold(address,uint256)',
    'swapOwner(address,address,address)',
    'changeThreshold(uint256)',
    'approveHash(bytes32)',
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    'execTransactionFromModule(address,uint256,bytes,uint8)',
    'multiSend(bytes)',
    'transferOwnership(address)',
    'acceptOwnership()',
    'grantRole(bytes32,address)',
  ].map((signature) => [toFunctionSelector(`function ${signature}`) as string, signature]),
)

type Check = (request: HookRequest, note: NoteFigure) => void

/** The one call of an act. @throws ToolError OPERATOR_PLAN_UNFIT */
function readCall({ plan: { calls } }: Pick<HookRequest, 'plan'>): Call {
  const [call, ...others] = calls
  if (call !== undefined && others.length === 0) return call
  throw new ToolError('OPERATOR_PLAN_UNFIT', { found: `${calls.length} calls`, expected: 'one' })
}

/**
 * Match the one call against what the owner lists for the operator's own account: contract, function and code. The cage
 * itself it may but pause, and nothing is listed that moves tokens or gives power in the operator's name.
 */
const checkList: Check = (request, note) => {
  const { evidence, policy, account, operator, book, plan } = request
  assertNoDelegation(plan)
  const call = readCall(request)
  const selector = selectorOf(call.data)
  const { leaves, undecodable, calls } = evidence.decoded
  note(countFigure('calls at any depth', calls.length, 'calls', { most: 1 }))
  const forbidden = leaves.find((leaf) => leaf.forbidden)?.forbidden ?? POWERS.get(selector)
  if (forbidden) throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: forbidden })
  const listed = findTarget(policy, call.to)?.operatorSelectors
  const isToken =
    findAsset(policy, call.to) ?? findByAddress(book.tokens, ({ address }) => address, call.to) !== undefined
  const isNever = isToken || isAddressEqual(call.to, operator) || book.chainId !== policy.chainId
  if (listed === undefined || isNever) {
    throw new ToolError('TARGET_NOT_ALLOWED', { target: call.to, chainId: policy.chainId })
  }
  const isOther = isAddressEqual(call.to, account) && selector !== PAUSE_CALL
  if (isOther || selector === 'none' || !listed.includes(selector)) {
    throw new ToolError('SELECTOR_NOT_ALLOWED', { selector, target: call.to })
  }
  const [unknown] = undecodable
  if (unknown) {
    const { index, to, selector: of } = unknown
    throw new ToolError('UNDECODABLE_CALL', { index, target: to, selector: of })
  }
  const [leaf] = leaves
  if (leaf === undefined || leaves.length > 1 || calls.length > 1 || hasEffect(leaf, account)) {
    const authority = `${leaf?.functionName ?? selector} in the operator's own name`
    throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority })
  }
  checkCodeHashes(policy, evidence)
}

/** Whether the bytes of a call move, grant or pledge anything but a payment to the account, or change a position. */
const hasEffect = ({ pledges = [], empowers = [], inner = [], ...leaf }: DecodedCall, account: Address) =>
  leaf.recipients.some((recipient) => !isAddressEqual(recipient, account)) ||
  [leaf.outflows, leaf.inflows, leaf.approvals, leaf.tokens, leaf.positions, pledges, empowers, inner].some(
    ({ length }) => length > 0,
  )

/**
 * The cage is asked where it is called; of what else the operator calls it stops nothing, so that a pause has to stop here
 * what is no exit.
 */
const checkCage: Check = (request) => {
  const { evidence, policy, account } = request
  const simulated = evidence.simulation?.calls[0]
  if (simulated === undefined || evidence.operatorAct?.isPaused === undefined) {
    throw new ToolError('CAGE_UNVERIFIABLE', { reason: evidence.simulationProblem ?? 'no simulation' })
  }
  const asksCage = isAddressEqual(readCall(request).to, account)
  const rejection = asksCage && !simulated.ok && readCageRejection(simulated.returnData, policy)
  if (rejection) throw rejection
  if (evidence.operatorAct.isPaused && !EXITS.includes(evidence.actionClass))
    throw new ToolError('CAGE_PAUSED', {})
}

/** Nothing of the account or the operator may change but gas, and what others are stated to pay the account. */
const checkEffects: Check = ({ evidence: { operatorAct } }) => {
  if (operatorAct === undefined) throw new ToolError('SIMULATION_UNAVAILABLE', { reason: 'nobody looked' })
  const [effect] = operatorAct.effects
  if (effect) throw new ToolError('MORE_THAN_GAS', { ...effect })
}

/**
 * Turn the seven hooks into those of an act of the operator's own account: it costs gas alone, so that the guardian, who
 * signs for what leaves the cage, is not asked.
 */
export const createOperatorHooks = (hooks: readonly Hook[]): readonly Hook[] =>
  hooks.map((hook): Hook => {
    const replaced = REPLACED[hook.name]
    return replaced === undefined
      ? hook
      : { name: hook.name, check: (request, note) => replaced(hook, request, note) }
  })

const only =
  (check: Check) =>
  (_: Hook, request: HookRequest, note = NOTE_NOTHING) => {
    check(request, note)
    return ALLOW
  }

const REPLACED: Partial<
  Record<HookName, (hook: Hook, ...asked: Parameters<Hook['check']>) => ReturnType<Hook['check']>>
> = {
  'policy-cage': only(checkCage),
  'allowlist-guard': only(checkList),
  async 'spending-limiter'(hook, request, note) {
    const verdict = await hook.check(request, note)
    return verdict.kind === 'allow' && verdict.spend ? { kind: 'allow', spend: verdict.spend } : verdict
  },
  async simulator(hook, request, note) {
    const verdict = await hook.check(request, note)
    checkEffects(request, note ?? NOTE_NOTHING)
    return verdict
  },
}
