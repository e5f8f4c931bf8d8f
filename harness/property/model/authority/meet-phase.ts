import { readAccountMode } from '../../../stage/account-mode.ts'
import { currentPhase, phaseAllows, phaseAllowsTopRisk } from '../phase-model.ts'
import { type Broken, deny } from '../verdict.ts'
import { areAll, type Classes, type JudgedAction } from './judged-action.ts'

/** What forbids an action by its class: an altered store, an account that another store knows of, the phase. */
export function meetPhase(
  { checks, rules, state, effect, facts }: JudgedAction,
  classes: Classes,
  isRisk: Broken,
): void {
  const isAltered = state.isStoreAltered === true ? isRisk : state.isStoreAltered
  checks.check(isRisk !== false && isAltered, deny('permit', 'STORE_ALTERED'))
  // An account that acted before belongs to a store that knows of it; a contract's own nonce the model does not read.
  const isKey = readAccountMode(rules.signer) === undefined
  const isUnclaimed = state.nextNonce === undefined && facts.nonce > 0 && isKey
  checks.check(isUnclaimed && isRisk, deny('permit', 'ACCOUNT_NOT_CLAIMED'))
  const phase = currentPhase(state.phase)
  checks.check(
    areAll(classes, (actionClass) => !phaseAllows(phase, actionClass)),
    deny('phase', phase === undefined ? 'PHASE_UNKNOWN' : 'PHASE_FORBIDS_CLASS'),
  )
  const isTopRisk = effect.riskTier === 'layer3'
  checks.check(isTopRisk && !phaseAllowsTopRisk(phase), deny('phase', 'PHASE_FORBIDS_RISK'))
}
