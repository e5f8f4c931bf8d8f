import type { Hex } from 'viem'
import { ToolError } from '../../core/errors.ts'
import type { RiskTier } from '../../core/tool-def.ts'
import { BOOKS_KEY } from '../evidence/books.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { LIMITS_KEY } from '../policy/limit-keeper.ts'
import { LISTS_KEY } from '../policy/list-keeper.ts'
import type { PhaseKeeper } from '../policy/phase-keeper.ts'
import { type ActionClass, allowedClasses, allowsRiskTier, type Phase } from '../policy/phases.ts'
import { CLOCKS_KEY } from '../store/chain-keys.ts'
import type { SafetyStore } from '../store/store.ts'
import { type AccountLease, LEASE_KEY } from './account-lease.ts'
import type { PermitBody } from './permit.ts'

/** Holds actions against the phase. */
export interface PhaseCheck {
  /**
   * Check that the phase allows the class of an action and its tool's risk. Risk also needs a store that is as its log
   * says, and an account that is claimed.
   *
   * @throws ToolError STORE_ALTERED, ACCOUNT_NOT_CLAIMED, PHASE_UNKNOWN, PHASE_FORBIDS_CLASS, PHASE_FORBIDS_RISK
   */
  assertAllows(evidence: Pick<Evidence, 'actionClass'>, riskTier: RiskTier): void
  /** Check that the phase is the one under which a permit was issued. @throws ToolError PERMIT_PHASE_CHANGED */
  assertKept(body: PermitBody, permitId: Hex): void
}

/**
 * Check that a phase allows a class of actions and the risk of a tool.
 *
 * @throws ToolError PHASE_UNKNOWN, PHASE_FORBIDS_CLASS, PHASE_FORBIDS_RISK
 */
export function assertPhaseAllows(
  phase: Phase | undefined,
  actionClass: ActionClass,
  riskTier: RiskTier,
): void {
  const allowed = allowedClasses(phase)
  if (phase === undefined && !allowed.includes(actionClass)) {
    throw new ToolError('PHASE_UNKNOWN', { actionClass, found: 'nothing usable in the store' })
  }
  if (!allowed.includes(actionClass)) {
    throw new ToolError('PHASE_FORBIDS_CLASS', {
      phase: phase ?? 'unknown',
      actionClass,
      allowed: allowed.join(', '),
    })
  }
  if (!allowsRiskTier(phase, riskTier)) {
    throw new ToolError('PHASE_FORBIDS_RISK', { phase: phase ?? 'unknown', riskTier })
  }
}

/** Create the check over the keeper of the phase. */
export function createPhaseCheck(deps: {
  readonly store: SafetyStore
  readonly phases: PhaseKeeper
  readonly lease: AccountLease
}): PhaseCheck {
  const { store, phases, lease } = deps
  const [opened] = store.listAlterations()

  /** What risk is decided by has to be what the log says, when the store opens and as long as it is open. */
  const assertStoreIntact = () => {
    const altered = opened ?? store.metAlteration()
    if (altered) {
      const { where, expected, found } = altered
      throw new ToolError('STORE_ALTERED', { where, expected, found })
    }
    for (const key of [CLOCKS_KEY, BOOKS_KEY, LEASE_KEY, LIMITS_KEY, LISTS_KEY]) store.readMeta(key)
  }

  return {
    assertAllows({ actionClass }, riskTier) {
      const { phase } = phases.current()
      if (!allowedClasses(undefined).includes(actionClass)) assertStoreIntact()
      lease.assertClaimed(actionClass)
      assertPhaseAllows(phase, actionClass, riskTier)
    },
    assertKept({ phaseEpoch }, permitId) {
      const { epoch } = phases.current()
      if (phaseEpoch === epoch) return
      throw new ToolError('PERMIT_PHASE_CHANGED', { permitId, expected: phaseEpoch, found: epoch })
    },
  }
}
