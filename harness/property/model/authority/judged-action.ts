import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { Effect } from '../effect/effect.ts'
import type { Facts } from '../facts/facts.ts'
import type { Moment } from '../moment.ts'
import type { Command } from '../read-command.ts'
import type { Checks } from '../verdict.ts'
import type { AuthorityRules, AuthorityState, PermitModel } from './authority.ts'

/** An action that is judged, with everything that its judgement depends on. */
export interface JudgedAction {
  readonly checks: Checks
  readonly rules: AuthorityRules
  readonly state: AuthorityState
  readonly command: Command
  readonly effect: Effect
  readonly facts: Facts
  /** The latest reading of each clock. */
  readonly now: Moment
  /** Set when it is committed. */
  readonly permit?: PermitModel
}

const EXITS: readonly ActionClass[] = ['decrease-position', 'close-position', 'read-only']

/** Whether all of the classes that an action may have are such; undefined when some are. */
export function areAll(
  classes: readonly ActionClass[],
  isSuch: (actionClass: ActionClass) => boolean,
): boolean | undefined {
  const count = classes.filter(isSuch).length
  return count === 0 ? false : count === classes.length ? true : undefined
}

/** Whether an action takes risk: any class but an exit does. */
export const takesRisk = (classes: readonly ActionClass[]): boolean | undefined =>
  areAll(classes, (actionClass) => !EXITS.includes(actionClass))
