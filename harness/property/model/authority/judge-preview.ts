import { deriveEffect } from '../effect/derive-effect.ts'
import type { Facts } from '../facts/facts.ts'
import { mayAct, serves } from '../profile-model.ts'
import type { Command } from '../read-command.ts'
import { createChecks, deny } from '../verdict.ts'
import type { AuthorityRules, AuthorityState, Judgement } from './authority.ts'
import { judgeAction } from './judge-action.ts'
import { meetGuardian } from './meet-signers.ts'
import { meetWorld } from './meet-world.ts'

/** Judge a command that asks for a permit. */
export function judgePreview(
  rules: AuthorityRules,
  state: AuthorityState,
  command: Command,
  facts: Facts,
): Judgement {
  const checks = createChecks()
  const effect = deriveEffect(command.intent, facts, rules.lists)
  const isServed = command.kind === undefined || serves(rules, command.kind)
  if (command.kind !== undefined) checks.check(!mayAct(rules), deny('profile', 'TOOL_NOT_AVAILABLE'))
  checks.check(!isServed, deny('profile', 'UNKNOWN_ACTION_KIND'))
  checks.check(effect.plan.broken, ...effect.plan.denials)
  if (state.isTold) checks.check(undefined, deny('taint', 'UNTRUSTED_CHOICE'))
  checks.check(state.isHalted, deny('halt', 'HALTED'))
  const now = meetWorld(checks, rules, state, facts, effect.cage === undefined)
  // The next block, in which it is tried out, comes after the deadline already.
  if (rules.permitTtlSeconds < 1) checks.check(undefined, deny('policy-cage', 'CAGE_REJECTED'))
  const judged = judgeAction({ checks, rules, state, command, effect, facts, now })
  meetGuardian(checks, rules, judged)
  return { ...judged, verdicts: checks.verdicts() }
}
