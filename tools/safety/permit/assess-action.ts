import type { Hex } from 'viem'
import type { SimulationEnvironment } from '../../core/chain.ts'
import type { EventBus } from '../../core/events.ts'
import { inTime } from '../../core/in-time.ts'
import type { ActionPlan } from '../../core/plan.ts'
import type { ApprovalCheck } from '../custody/approval-check.ts'
import type { BookKeeper } from '../evidence/books.ts'
import type { Evidence, Head } from '../evidence/evidence.ts'
import type { AuthorityReader } from '../evidence/live-elsewhere.ts'
import { heldSeconds, isAfter, windowStart } from '../evidence/spend.ts'
import { type ChainVerdict, runHookChain } from '../hooks/chain.ts'
import type { Hook } from '../hooks/hook.ts'
import { hooksOf } from '../hooks/owner-hooks.ts'
import type { PolicyInForce } from '../policy/policy-in-force.ts'
import type { ClockReading } from '../store/clocks.ts'
import { advanceClocks, assertClocksAgree } from '../store/clocks.ts'
import type { SinkGuard } from '../taint/sink-guard.ts'
import type { AccountCheck } from './account-check.ts'
import type { AccountLease } from './account-lease.ts'
import type { Attempt, AttemptLog } from './attempt-log.ts'
import { type GatherDeps, gatherAction } from './gather-action.ts'
import { hashAction } from './hash-action.ts'
import type { PermitBody } from './permit.ts'
import type { PhaseCheck } from './phase-check.ts'
import { assertWithinRequestBounds } from './request-bounds.ts'
import { readAllowanceHistory } from './settlement-record.ts'

/** What is asked for, before anything is known of the chain. */
export type RequestedAction = Pick<
  PermitBody<ActionPlan>,
  | 'tool'
  | 'riskTier'
  | 'actionKind'
  | 'params'
  | 'claims'
  | 'plan'
  | 'approval'
  | 'requestedBy'
  | 'guardianSignature'
>

/** Where the chain and the account stand when an assessment begins. */
export interface Anchor {
  readonly head: Head
  /** The nonce that comes next by this store's own transactions. */
  readonly expectedNonce: number | undefined
}

/** What a stage asks for, with what it alone checks and decides in between. */
export interface Assessable {
  readonly stage: 'preview' | 'commit'
  readonly permitId: Hex
  readonly attempt: Attempt
  readonly action: RequestedAction
  readonly deadlineSeconds: bigint
  readonly anchor: Anchor
  readonly environment?: SimulationEnvironment
  /** Checks what was gathered before anything of it is kept. */
  assertTrusted?(evidence: Evidence): void
  /** Checks that what is asked for may still be done at the moment of the decision. */
  assertInForce?(now: ClockReading): void
  /** Answers the body that the hooks judge: a preview draws it up, a commit has one. */
  readBody(evidence: Evidence): PermitBody<ActionPlan>
}

/** An action that every layer allows. */
export interface Assessment {
  readonly evidence: Evidence
  readonly now: ClockReading
  readonly body: PermitBody<ActionPlan>
  readonly verdict: ChainVerdict
  readonly simulationHash: Hex
}

/** A plan that is about to be judged. */
export interface JudgedPlan extends Pick<Assessable, 'stage' | 'permitId' | 'deadlineSeconds'> {
  readonly tool: string
  readonly plan: ActionPlan
}

/** What actions are assessed with. */
export interface AssessmentDeps extends GatherDeps {
  readonly inForce: PolicyInForce
  readonly events: EventBus
  readonly guard: Pick<SinkGuard, 'pass'>
  readonly hooks: readonly Hook[]
  readonly attempts: AttemptLog
  readonly held: AccountCheck
  readonly lease: AccountLease
  readonly books: BookKeeper
  readonly approvals: ApprovalCheck
  readonly phase: PhaseCheck
  /** Told of each plan before anything judges it; it decides nothing and must not throw. */
  readonly onJudging?: (judged: JudgedPlan) => void
  /** Says what others may take on the agent's other chains. */
  readonly authorityElsewhere: AuthorityReader
}

/** What of a plan leaves the process; what it says of positions is for the model, and the result filter judges that. */
const seenByNodes = (plan: ActionPlan) => ({ ...plan, expectation: { ...plan.expectation, positions: [] } })

/**
 * Read where the chain stands for an action that may be shown to a node.
 *
 * @throws ToolError SECRET_AT_SINK, CHAIN_TIMEOUT
 */
export async function readAnchor(plan: ActionPlan, deps: AssessmentDeps): Promise<Anchor> {
  // The node that simulates sees every byte of it.
  deps.guard.pass('calldata', seenByNodes(plan))
  const expectedNonce = deps.lease.next()
  const head = await inTime(deps.clock, deps.chain.getBlock(), 'the head')
  return { head, expectedNonce }
}

/**
 * Decide about an action, the same way at preview and commit: gather the evidence, then clocks, account, books, approval,
 * phase, hooks, and the hash of all that was judged.
 *
 * @throws ToolError naming the layer that denied
 */
export async function assessAction(asked: Assessable, deps: AssessmentDeps): Promise<Assessment> {
  const { store, policy, books, approvals, phase } = deps
  const { stage, permitId, attempt, action, anchor } = asked
  const { approval } = action
  const { plan, guardianSignature } = action
  deps.onJudging?.({ stage, permitId, deadlineSeconds: asked.deadlineSeconds, tool: action.tool, plan })
  const evidence = await gatherAction(
    {
      plan,
      permitId,
      deadlineSeconds: asked.deadlineSeconds,
      head: anchor.head,
      environment: asked.environment ?? {},
      ...(approval ? { approval } : {}),
      ...(guardianSignature ? { guardianSignature } : {}),
    },
    deps,
  )
  asked.assertTrusted?.(evidence)
  // A clock that is off must not raise the durable mark.
  assertClocksAgree(evidence.clocks, policy.maxClockSkewSeconds)
  const date = () => {
    const mark = advanceClocks(store, evidence.clocks, !attempt.isOver)
    attempt.date(mark)
    return mark
  }
  // What is one attempt too many leaves nothing in the store.
  const now = attempt.isOver ? date() : store.transact(date)
  asked.assertInForce?.(now)
  await deps.held.assertHeld(evidence, anchor.expectedNonce)
  await books.check(evidence)
  if (approval) await approvals.assertByOwner(approval, action, now)
  phase.assertAllows(evidence, action.riskTier)
  const body = asked.readBody(evidence)
  const verdict = await judge({ stage, permitId, attempt, body, evidence, now }, deps)
  const simulationHash = hashAction({ permitId, body, evidence }, { ...deps, chainId: policy.chainId })
  return { evidence, now, body, verdict, simulationHash }
}

/** Let the hooks judge, over one reading of the ledger's window, and hold an untrusted tool to its bounds. */
async function judge(
  decision: Omit<Assessment, 'verdict' | 'simulationHash'> &
    Pick<Assessable, 'stage' | 'permitId' | 'attempt'>,
  deps: AssessmentDeps,
): Promise<ChainVerdict> {
  const { store, attempts } = deps
  const { evidence, now, body } = decision
  const start = windowStart(now)
  const window = store.ledgerAfter(start, heldSeconds(now))
  const recent = window.filter((entry) => isAfter(entry, start))
  const verdict = await runHookChain(
    hooksOf(body.plan.route, deps.hooks, deps.ownAccount),
    {
      stage: decision.stage,
      permitId: decision.permitId,
      tool: body.tool,
      actionKind: body.actionKind,
      params: body.params,
      claims: body.claims,
      plan: body.plan,
      account: deps.account,
      operator: deps.operator,
      deadlineSeconds: body.deadlineSeconds,
      gasLimit: body.gasLimit,
      maxFeePerGasWei: body.maxFeePerGasWei,
      policy: deps.inForce.read(),
      book: deps.book,
      evidence,
      now,
      ledger: window,
      allowances: readAllowanceHistory(store, recent),
      elsewhere: await deps.authorityElsewhere(start).catch(() => 'unknown' as const),
      attempts: attempts.countAt(now),
      attemptsInTick: decision.attempt.countInTick,
      result: body.result,
    },
    deps,
  )
  const { requestedBy, plan } = body
  if (requestedBy) {
    const { totalUsdc } = verdict.spend
    assertWithinRequestBounds(requestedBy, { plan, totalUsdc }, { store, ledger: window })
  }
  return verdict
}
