import { stringToHex } from 'viem'
import { deepFreeze } from '../../core/deep-freeze.ts'
import { ToolError } from '../../core/errors.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { type ActionPlan, planTransaction } from '../../core/plan.ts'
import type { ForeseenAction, ForeseenCalls, ForeseenDenial } from '../../core/safety-view.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { countSpend, heldSeconds, isAfter, type Spend, windowStart } from '../evidence/spend.ts'
import type { HookName, HookRequest, Verdict } from '../hooks/hook.ts'
import type { PhaseKeeper } from '../policy/phase-keeper.ts'
import { allowedClasses, allowsRiskTier, EXITS, PHASES } from '../policy/phases.ts'
import { rateRisk } from '../policy/risk-class.ts'
import { assertClocksAgree, currentMoment } from '../store/clocks.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import { waitOf } from './announcement.ts'
import { type AssessmentDeps, readAnchor } from './assess-action.ts'
import { chooseGasLimit, chooseMostFee } from './fees.ts'
import { gatherAction } from './gather-action.ts'
import { assertPhaseAllows } from './phase-check.ts'
import { readAllowanceHistory } from './settlement-record.ts'

/** A permit that no action has: the cage takes each id once. */
const PERMIT_ID = keccak256(stringToHex('assay: foreseen'))

/** What is foreseen with. */
type ForesightDeps = AssessmentDeps & {
  readonly latch: Pick<HaltLatch, 'assertOpen'>
  readonly phases: Pick<PhaseKeeper, 'current'>
}

/**
 * Say what calls through the cage would be judged as, over the evidence on which a preview judges: class, risk, spend,
 * whose signature they need, and what halt latch, clocks, phase, cage, lists and limits say against them, all of it and
 * not the first alone. No permit is issued, no attempt counted and nothing written; what a preview holds against the
 * store's own claims, against its books and against what a plan states is left to it.
 *
 * @throws ToolError CHAIN_TIMEOUT, WRONG_CHAIN, PROVIDERS_DISAGREE, SECRET_AT_SINK
 */
export async function foreseeAction(
  { calls, tool }: ForeseenCalls,
  deps: ForesightDeps,
): Promise<ForeseenAction> {
  const plan = deepFreeze(planTransaction(calls, {}))
  const { head } = await readAnchor(plan, deps)
  const deadlineSeconds = head.timestamp + BigInt(deps.policy.permitTtlSeconds)
  const evidence = await gatherAction({ plan, permitId: PERMIT_ID, deadlineSeconds, head }, deps)
  const { denials, attempt } = collectDenials()
  await attempt(() => deps.latch.assertOpen())
  await attempt(() => assertClocksAgree(evidence.clocks, deps.policy.maxClockSkewSeconds))
  const fee = await attempt(() => chooseMostFee(deps.policy, evidence.headBaseFeeWei, plan))
  const request = await drawUp(plan, evidence, { deadlineSeconds, maxFeePerGasWei: fee ?? 0n }, deps)
  const ask = (name: HookName): Promise<Verdict | undefined> =>
    attempt(() => deps.hooks.find((hook) => hook.name === name)?.check(request))
  await ask('policy-cage')
  await ask('allowlist-guard')
  const simulated = evidence.simulation?.calls[0]
  const seen = { headSeconds: head.timestamp, gasUsed: simulated?.gasUsed ?? 0n, denials }
  if (simulated?.ok !== true) {
    // Of what fails the simulation shows no effect, which would read as an exit that costs nothing.
    const revertReason = evidence.revertReason ?? evidence.simulationProblem ?? 'no simulation'
    return { ...seen, revertReason, effect: undefined }
  }
  const { actionClass } = evidence
  await attempt(() => assertPhaseAllows(deps.phases.current().phase, actionClass, tool.riskTier))
  // What cannot be priced the limits cannot judge, and would deny a second time.
  const spend: Spend | undefined =
    fee === undefined ? undefined : await attempt(() => countSpend(evidence, request.policy, request))
  const verdict = spend && (await ask('spending-limiter'))
  const demand = verdict?.kind === 'allow' ? verdict.guardianDemand : evidence.guardianDemand
  const riskClass = spend && rateRisk({ ...tool, capability: 'write' }, spend.totalUsdc)
  return {
    ...seen,
    revertReason: undefined,
    effect: {
      actionClass,
      isExit: EXITS.includes(actionClass),
      riskClass,
      spend,
      guardianDemand: demand,
      waitSeconds: waitOf({ riskClass, actionClass }, deps.policy),
      allowedPhases: PHASES.filter(
        (phase) => allowedClasses(phase).includes(actionClass) && allowsRiskTier(phase, tool.riskTier),
      ),
    },
  }
}

/** Keep what denies beside what is known all the same. */
function collectDenials() {
  const denials: ForeseenDenial[] = []
  return {
    denials,
    async attempt<T>(body: () => T | Promise<T>): Promise<T | undefined> {
      try {
        return await body()
      } catch (error) {
        if (!(error instanceof ToolError)) throw error
        const { layer, code, shortMessage, hint } = error
        denials.push({ layer, code, reason: shortMessage, wayOut: hint })
        return undefined
      }
    },
  }
}

/** Draw up what the hooks would be asked. */
async function drawUp(
  plan: ActionPlan,
  evidence: Evidence,
  bounds: Pick<HookRequest, 'deadlineSeconds' | 'maxFeePerGasWei'>,
  deps: ForesightDeps,
): Promise<HookRequest> {
  const { store, policy, clock, route } = deps
  const moment = currentMoment(store, clock.wallMs())
  const now = {
    wallMs: moment.wallMs,
    chainSeconds: Math.max(moment.chainSeconds, evidence.clocks.chainSeconds),
  }
  const start = windowStart(now)
  const ledger = store.ledgerAfter(start, heldSeconds(now))
  const simulated = evidence.simulation?.calls[0]?.gasUsed ?? 0n
  return {
    stage: 'preview',
    permitId: PERMIT_ID,
    tool: 'foreseen',
    actionKind: 'foreseen',
    params: {},
    claims: [],
    plan,
    account: deps.account,
    operator: deps.operator,
    ...bounds,
    gasLimit: chooseGasLimit(policy, plan, { simulated, overhead: route?.gasOverhead ?? 0n }),
    policy: deps.inForce.read(),
    book: deps.book,
    evidence,
    now,
    ledger,
    allowances: readAllowanceHistory(
      store,
      ledger.filter((entry) => isAfter(entry, start)),
    ),
    elsewhere: await deps.authorityElsewhere(start).catch(() => 'unknown' as const),
    attempts: 0,
    attemptsInTick: 0,
    result: {},
  }
}
