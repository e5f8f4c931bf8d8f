import type { Hex } from 'viem'
import type { EventBus } from '../../core/events.ts'
import { sha256Text } from '../../core/sha256.ts'
import type { Evidence } from '../evidence/evidence.ts'
import type { ChainVerdict } from '../hooks/chain.ts'
import { EXITS } from '../policy/phases.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { RiskClass } from '../policy/risk-class.ts'
import { advanceClocks, type ClockReading } from '../store/clocks.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { SafetyStore } from '../store/store.ts'
import { waitOf } from './announcement.ts'
import { type ActionPermit, type PermitBody, serialiseBody } from './permit.ts'

/** What was judged and is allowed. */
interface Judged {
  readonly body: PermitBody
  readonly evidence: Pick<Evidence, 'actionClass' | 'nonce'>
  readonly now: ClockReading
  readonly simulationHash: Hex
  readonly verdict: Pick<ChainVerdict, 'spend' | 'result'>
}

/** What permits are made durable with. */
interface IssueDeps {
  readonly store: SafetyStore
  readonly latch: HaltLatch
  readonly events: EventBus
  readonly policy: SafetyPolicy
}

/** Make a permit durable and answer it. */
export function issuePermit(
  permitId: Hex,
  assessed: Judged,
  riskClass: RiskClass,
  close: () => void,
  deps: IssueDeps,
): ActionPermit {
  const { store, latch, events, policy } = deps
  const { body, evidence, now, simulationHash, verdict } = assessed
  const text = serialiseBody(body)
  store.transact(() => {
    // A halt since then gave every permit up; one that came after it would outlive its clearing.
    latch.assertOpen()
    close()
    advanceClocks(store, now)
    // Nothing but an exit passes a paused cage.
    if (!EXITS.includes(evidence.actionClass)) latch.noteOpen()
    store.insertPermit({
      permitId,
      tool: body.tool,
      body: text,
      simulationHash,
      issuedWallMs: now.wallMs,
      issuedChainSeconds: now.chainSeconds,
      ttlSeconds: policy.permitTtlSeconds,
      nonce: evidence.nonce,
    })
    store.appendAudit('permit', {
      permitId,
      to: 'pending',
      tool: body.tool,
      simulationHash,
      bodyHash: sha256Text(text),
    })
  })
  events.emit({ kind: 'permit:state', permit_id: permitId, from: null, to: 'pending' })
  const waitSeconds = waitOf({ riskClass, actionClass: evidence.actionClass }, policy)
  if (waitSeconds > 0) {
    events.emit({
      kind: 'permit:announced',
      permit_id: permitId,
      risk_class: riskClass,
      wait_seconds: waitSeconds,
    })
  }
  return {
    permitId,
    simulationHash,
    expectedOutcome: body.plan.expectation,
    actionClass: evidence.actionClass,
    riskClass,
    waitSeconds,
    spend: verdict.spend,
    issuedAtWallMs: now.wallMs,
    ttlSeconds: policy.permitTtlSeconds,
    result: verdict.result,
  }
}
