import { deriveEffect } from '../effect/derive-effect.ts'
import type { Facts } from '../facts/facts.ts'
import { mayAct } from '../profile-model.ts'
import { createChecks, deny, type Prediction } from '../verdict.ts'
import type { AuthorityRules, AuthorityState, Judgement } from './authority.ts'
import { judgeAction } from './judge-action.ts'
import { meetGuardian, meetSigner, meetWallet } from './meet-signers.ts'
import { meetWorld } from './meet-world.ts'

/** Judge the commit of a permit. */
export function judgeCommit(
  rules: AuthorityRules,
  state: AuthorityState,
  permitId: string,
  facts: Facts,
): Judgement | { readonly verdicts: Prediction } {
  const checks = createChecks()
  checks.check(!mayAct(rules), deny('profile', 'TOOL_NOT_AVAILABLE'))
  checks.check(state.isHalted, deny('halt', 'HALTED'))
  const permit = state.permits.get(permitId)
  if (permit === undefined) {
    checks.check(true, deny('permit', 'PERMIT_UNKNOWN'))
    return { verdicts: checks.verdicts() }
  }
  checks.check(permit.state !== 'pending', deny('permit', 'PERMIT_NOT_PENDING'))
  checks.check(permit.isTampered, 'denied')
  if (!checks.isOpen) return { verdicts: checks.verdicts() }
  const { command } = permit
  const effect = deriveEffect(command.intent, facts, rules.lists)
  const now = meetWorld(checks, rules, state, facts, effect.cage === undefined, (moment) => {
    const { issued } = permit
    const isAlive =
      issued.wallMs <= moment.wallMs &&
      moment.wallMs < issued.wallMs + rules.permitTtlSeconds * 1_000 &&
      issued.chainSeconds <= moment.chainSeconds &&
      moment.chainSeconds < issued.chainSeconds + rules.permitTtlSeconds
    checks.check(!isAlive, deny('permit', 'PERMIT_EXPIRED'))
  })
  const isOldPhase = permit.epoch !== state.phase.epoch
  // Which of two reasons is named the design leaves open.
  if (isOldPhase) checks.check(undefined, deny('permit', 'PERMIT_PHASE_CHANGED'))
  const isUsed = permit.nonce !== facts.nonce
  // What was done since may cost each later action more gas than this one was given.
  if (isUsed) checks.check(undefined, deny('policy-cage', 'CAGE_REJECTED'))
  const judged = judgeAction({ checks, rules, state, command, effect, facts, now, permit })
  checks.check(isOldPhase, deny('permit', 'PERMIT_PHASE_CHANGED'))
  checks.check(isUsed, deny('permit', 'PERMIT_NONCE_USED'))
  const isTooDear = effect.cage !== undefined && permit.maxFeeWei < facts.baseFeeWei
  checks.check(isTooDear, deny('permit', 'PERMIT_FEE_EXCEEDED'))
  meetWallet(checks, rules.signer, effect)
  meetGuardian(checks, rules, judged)
  meetSigner(checks, rules.signer, effect)
  return { ...judged, verdicts: checks.verdicts() }
}
