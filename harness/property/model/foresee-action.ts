import type { Expectations } from '../../scenario/expectations.ts'
import type { Stage } from '../../stage/stage.ts'
import type { AuthorityState, Judgement } from './authority/authority.ts'
import { issuePermit, noteAttempt, noteLook } from './authority/authority-state.ts'
import { judgeCommit } from './authority/judge-commit.ts'
import { judgePreview } from './authority/judge-preview.ts'
import { checkWithin } from './check-within.ts'
import type { Facts } from './facts/facts.ts'
import type { Forecast, Known } from './forecast.ts'
import { mayAct } from './profile-model.ts'
import type { Command } from './read-command.ts'
import { settleCommit } from './settle-commit.ts'

/** Name under which the permit of an action that is committed at once is judged before it has an id. */
const NEXT_PERMIT = 'next'

/** What a command promises when it is allowed to be carried out. */
export const promiseOf = ({ effect }: Pick<Judgement, 'effect'>): Expectations => ({
  ...(effect.cage === undefined ? {} : { committed: true as const }),
  permit: 'committed',
})

/** An error may quote addresses and amounts that nobody vouches for. */
const noteError = (state: AuthorityState): AuthorityState => ({ ...state, isTold: true })

/** Foresee an action that is asked for, and carried out at once where it commits. */
export function foreseeAction(
  command: Command,
  commits: boolean,
  facts: Facts,
  stage: Stage,
  { state, rules, update }: Known,
): Forecast {
  const tick = stage.clock.tick()
  // Who has no tool to ask with does not ask.
  const isAsked = command.kind === undefined || mayAct(rules)
  const tried = isAsked ? noteAttempt(state, facts.now, tick) : state
  const preview = judgePreview(rules, tried, command, facts)
  const issue = (permitId: string) =>
    issuePermit(rules, noteLook(rules, tried, facts, undefined), permitId, command, facts, preview)
  const previewed: Expectations = {
    ...(preview.actionClass === undefined ? {} : { actionClass: preview.actionClass }),
    spend: checkWithin(preview.spend),
  }
  if (!commits || !preview.verdicts.includes('allowed')) {
    return {
      verdicts: preview.verdicts,
      whenAllowed: { ...previewed, permit: 'pending' },
      settle(found, { permitId }) {
        if (found === 'allowed') update(permitId === undefined ? tried : issue(permitId))
        else update(noteLook(rules, noteError(tried), facts, found))
      },
    }
  }
  const again = noteAttempt(issue(NEXT_PERMIT), facts.now, tick)
  const commit = judgeCommit(rules, again, NEXT_PERMIT, facts)
  const others = preview.verdicts.filter((verdict) => verdict !== 'allowed')
  return {
    verdicts: [...others, ...commit.verdicts],
    whenAllowed: { ...previewed, ...('effect' in commit ? promiseOf(commit) : {}) },
    settle(found, outcome) {
      const { permitId } = outcome
      if (permitId === undefined) {
        update(found === 'allowed' ? tried : noteLook(rules, noteError(tried), facts, found))
        return
      }
      const issued = noteAttempt(issue(permitId), facts.now, tick)
      update(
        settleCommit(rules, issued, permitId, judgeCommit(rules, issued, permitId, facts), facts, {
          found,
          outcome,
          stage,
        }),
      )
    },
  }
}
