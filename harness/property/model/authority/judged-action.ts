import type { ActionClass } from '../../../../tools/safety/policy/phases.ts'
import type { Effect } from '../effect/effect.ts'
import type { Facts } from '../facts/facts.ts'
import type { Moment } from '../moment.ts'
import type { Command } from '../read-command.ts'
import type { Broken, Checks } from '../verdict.ts'
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

/** What an action may be classed as: carried out, and by what is left of it when it fails. */
export interface Classes {
  readonly done: readonly ActionClass[]
  readonly failed: readonly ActionClass[]
}

/** Whether all of the classes that an action may have are such; undefined when some are. */
export function areAll({ done, failed }: Classes, isSuch: (actionClass: ActionClass) => boolean): Broken {
  const count = (classes: readonly ActionClass[]) => classes.filter(isSuch).length
  if (count(done) + count(failed) === 0) return false
  if (count(done) < done.length) return undefined
  return count(failed) === failed.length ? true : 'when-done'
}

/** Whether an action takes risk: any class but an exit does. */
export const takesRisk = (classes: Classes): Broken =>
  areAll(classes, (actionClass) => !EXITS.includes(actionClass))

/** What is broken for sure, only that it may be seen too late to be named. */
export const whenDone = (broken: Broken): Broken => (broken === true ? 'when-done' : broken)
