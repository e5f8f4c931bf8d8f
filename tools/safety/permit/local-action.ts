import { type Hex, stringToHex } from 'viem'
import { deepFreeze } from '../../core/deep-freeze.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import { toCanonicalJson, toJson } from '../../core/json.ts'
import type { LocalPlan, LocalValues } from '../../core/plan.ts'
import { toPlainData } from '../../core/schema.ts'
import type { Sealer } from '../audit/sealer.ts'
import type { LocalCustody } from '../custody/local-custody.ts'
import { hashSimulation } from '../evidence/simulation-hash.ts'
import { heldSeconds, type Spend, windowStart } from '../evidence/spend.ts'
import { runLocalHooks } from '../hooks/local-hooks.ts'
import type { ActionClass } from '../policy/phases.ts'
import { rateRisk } from '../policy/risk-class.ts'
import { advanceClocks, assertClocksAgree, type ClockReading, currentMoment } from '../store/clocks.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import { assertUnexpired } from './assert-unexpired.ts'
import type { Attempt } from './attempt-log.ts'
import { type CarryOutDeps, entitle } from './carry-out.ts'
import { findPending } from './find-pending.ts'
import { issuePermit } from './issue-permit.ts'
import { type ActionPermit, type PermitBody, readBody } from './permit.ts'
import type { PermitDeps, PreviewInput } from './preview-action.ts'
import { assertWithinRequestBounds } from './request-bounds.ts'
import { settleLocal } from './settle-local.ts'

/** What is kept off the chain lets nothing grow and nothing shrink: it is judged as what closes. */
const LOCAL_CLASS: ActionClass = 'close-position'

const NO_SPEND: Spend = { outflowUsdc: 0n, allowanceUsdc: 0n, gasUsdc: 0n, totalUsdc: 0n }

/** An effect off the chain that was carried out, with the port's own receipt of it, read back. */
export interface Kept {
  readonly permitId: Hex
  readonly body: PermitBody<LocalPlan>
  readonly kept: LocalValues
}

/** What effects off the chain are permitted and carried out with. */
export interface LocalDeps
  extends Omit<PermitDeps, 'guardian' | 'assertPauseExplained'>,
    Pick<CarryOutDeps, 'mint' | 'settler'> {
  readonly local: LocalCustody
  readonly sealer: Sealer
}

/**
 * Judge a plan that takes effect off the chain and issue a permit for it. A transaction that is still open is no reason
 * against: such plans take no nonce, and one may be about that very transaction.
 *
 * @param close - called right before anything is durable; throws when it is too late
 * @throws ToolError naming the layer that denied
 */
export async function previewLocal(
  input: PreviewInput<LocalPlan>,
  close: () => void,
  deps: LocalDeps,
): Promise<ActionPermit> {
  const { attempt, tool, actionKind, params, claims, requestedBy } = input
  deps.latch.assertOpen()
  const plan = deepFreeze(toPlainData(input.plan) as LocalPlan)
  if (input.approval) {
    throw new ToolError('APPROVAL_MISMATCH', { field: 'route', found: plan.route, expected: 'owner' })
  }
  const permitId = deps.nextId()
  const head = await inTime(deps.clock, deps.chain.getBlock(), 'the head')
  const drawn: PermitBody<LocalPlan> = {
    tool: tool.name,
    riskTier: tool.riskTier,
    actionKind,
    params,
    claims,
    plan,
    policyVersion: deps.inForce.version(),
    phaseEpoch: deps.phases.current().epoch,
    gasLimit: 0n,
    maxFeePerGasWei: 0n,
    priorityFeeWei: 0n,
    deadlineSeconds: head.timestamp + BigInt(deps.policy.permitTtlSeconds),
    ...(requestedBy ? { requestedBy: structuredClone(requestedBy) } : {}),
    result: toJson({
      expectedOutcome: plan.expectation,
      expectedReceipt: plan.receipt,
      actionClass: LOCAL_CLASS,
    }),
  }
  const riskClass = rateRisk(tool, 0n)
  const asked = { stage: 'preview', permitId, attempt, body: drawn, chainSeconds: head.timestamp } as const
  const judged = await judge(asked, deps)
  const body = { ...drawn, riskClass, result: judged.result }
  return issuePermit(
    permitId,
    {
      body,
      evidence: { actionClass: LOCAL_CLASS, nonce: 0 },
      now: judged.now,
      simulationHash: hashLocal(permitId, body, deps),
      verdict: { spend: NO_SPEND, result: judged.result },
    },
    riskClass,
    close,
    deps,
  )
}

/**
 * Judge a permitted effect off the chain again, use the permit up, have its port carry it out and hold the port's receipt
 * against what was expected.
 *
 * @param close - called right before anything is durable; throws when it is too late
 * @throws ToolError naming the layer that denied
 */
export async function commitLocal(
  permitId: Hex,
  attempt: Attempt,
  close: () => void,
  deps: LocalDeps,
): Promise<Kept> {
  const { store, latch, settler } = deps
  latch.assertOpen()
  const row = findPending(store, permitId)
  const body = deepFreeze(readBody(row)) as PermitBody<LocalPlan>
  const head = await inTime(deps.clock, deps.chain.getBlock(), 'the head')
  const asked = { stage: 'commit', permitId, attempt, body, chainSeconds: head.timestamp, row } as const
  const { now } = await judge(asked, deps)
  const found = hashLocal(permitId, body, deps)
  if (found !== row.simulationHash) {
    throw new ToolError('SIMULATION_HASH_MISMATCH', { permitId, expected: row.simulationHash, found })
  }
  // The permit may have lapsed, the latch been set or the phase changed while it was judged.
  assertUnexpired(row, currentMoment(store, deps.clock.wallMs()), deps)
  store.transact(() => {
    latch.assertOpen()
    deps.phase.assertKept(body, permitId)
    deps.phase.assertAllows({ actionClass: LOCAL_CLASS }, body.riskTier)
    close()
    advanceClocks(store, now)
    if (settler.consumeLocal(row, body.plan)) return
    throw new ToolError('PERMIT_NOT_PENDING', {
      permitId,
      found: store.findPermit(permitId)?.state ?? 'gone',
    })
  })
  try {
    // Until what was used up is sealed, an older copy of the store could use it up again.
    await deps.sealer.cover()
    const { use, capability, tick } = entitle({ row, spendUsdc: 0n }, deps)
    await deps.local.carryOut({ ...use, plan: body.plan }, capability, tick)
    const receipt = readBack(row, body.plan, deps)
    settleLocal(row, body.plan, deps)
    return { permitId, body, kept: receipt }
  } catch (error) {
    if (store.findPermit(permitId)?.state === 'committing') settleLocal(row, body.plan, deps)
    throw error
  }
}

/** Decide about an effect off the chain, the same way at preview and commit; where it is committed its permit must live. */
async function judge(
  asked: {
    readonly stage: 'preview' | 'commit'
    readonly permitId: Hex
    readonly attempt: Attempt
    readonly body: PermitBody<LocalPlan>
    readonly chainSeconds: bigint
    readonly row?: PermitRow
  },
  deps: LocalDeps,
) {
  const { stage, permitId, attempt, body, row } = asked
  const { store, policy, attempts } = deps
  const { plan, params } = body
  deps.local.assertHas(plan)
  // What a port keeps is kept for good.
  deps.guard.pass('memory-store', plan.params)
  const reading = { wallMs: deps.clock.wallMs(), chainSeconds: Number(asked.chainSeconds) }
  assertClocksAgree(reading, policy.maxClockSkewSeconds)
  const now = advanceClocks(store, reading, !attempt.isOver)
  attempt.date(now)
  if (row) assertInForce(row, body, now, deps)
  deps.phase.assertAllows({ actionClass: LOCAL_CLASS }, body.riskTier)
  deps.provenance.assertTrustedChoices({
    params,
    plan,
    evidence: {
      decoded: { calls: [], leaves: [], undecodable: [] },
      signed: undefined,
      actionClass: LOCAL_CLASS,
    },
  })
  const result = await runLocalHooks(
    deps.hooks,
    {
      stage,
      params,
      book: deps.book,
      policy: deps.inForce.read(),
      attempts: attempts.countAt(now),
      attemptsInTick: attempt.countInTick,
      result: body.result,
    },
    deps,
  )
  if (body.requestedBy) {
    const ledger = store.ledgerAfter(windowStart(now), heldSeconds(now))
    assertWithinRequestBounds(body.requestedBy, { plan, totalUsdc: 0n }, { store, ledger })
  }
  deps.phase.assertKept(body, permitId)
  return { now, result }
}

/** Hold a permit against time and policy. @throws ToolError PERMIT_EXPIRED, PERMIT_POLICY_CHANGED */
function assertInForce(row: PermitRow, body: PermitBody, now: ClockReading, deps: LocalDeps): void {
  const { permitId } = row
  assertUnexpired(row, now, deps)
  const found = deps.inForce.version()
  const expected = body.policyVersion
  if (found !== expected) throw new ToolError('PERMIT_POLICY_CHANGED', { permitId, expected, found })
}

/** Read back what the port did, and hold it against what the plan says of it. @throws ToolError LOCAL_RECEIPT_DIFFERS */
function readBack({ permitId }: PermitRow, plan: LocalPlan, { local }: LocalDeps): LocalValues {
  const receipt = local.readReceipt(plan, permitId)
  for (const [name, value] of Object.entries(plan.receipt)) {
    const [expected, found] = [value, receipt?.[name] ?? null].map(toCanonicalJson)
    if (found !== expected) {
      throw new ToolError('LOCAL_RECEIPT_DIFFERS', {
        port: plan.route,
        permitId,
        found: `${name} ${found}`,
        expected: `${name} ${expected}`,
      })
    }
  }
  return receipt ?? {}
}

/** Hash what a permit of an effect off the chain binds: as that of an action, with the order in place of its calls. */
function hashLocal(
  permitId: Hex,
  body: PermitBody<LocalPlan>,
  { policy, account, operator, sender }: LocalDeps,
): Hex {
  const { route, operation, params, receipt, expectation } = body.plan
  const order = stringToHex(toCanonicalJson({ route, operation, params, receipt }))
  return hashSimulation({
    ...body,
    route: body.plan.route,
    chainId: policy.chainId,
    permitId,
    account,
    operator,
    sender,
    nonce: 0,
    operatorNonce: 0n,
    calls: [{ to: account, valueWei: 0n, data: order }],
    codeHashes: [],
    expectation,
  })
}
