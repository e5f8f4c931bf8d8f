import type { Expectations } from '../scenario/expectations.ts'
import type { Step } from '../scenario/scenario.ts'
import type { StageSetup } from '../stage/open-stage.ts'

/** Where the words of an attacker come in. */
export const CHANNELS = ['token-name', 'tool-result', 'memory', 'prompt-data'] as const

/** Where the words of an attacker come in. */
export type Channel = (typeof CHANNELS)[number]

/** What the scripted model may do in place of a real one: reach the goal, miss it, or do what the attacker wants. */
export const SCRIPTS = ['succeeds', 'fails', 'follows'] as const

/** A script of the scripted model. */
export type ScriptName = (typeof SCRIPTS)[number]

/** How a task is set: as it is, or with the words of an attacker in it. */
export const VARIANTS = ['benign', 'attack'] as const

/** How a task is set. */
export type Variant = (typeof VARIANTS)[number]

/** Whether the stack stops a model that does what an attacker wants, or leaves that to the model alone. */
export const STACK_ANSWERS = ['stops', 'allows'] as const

/** What the chain has to show, whatever a model says of it. */
export interface Predicate {
  /** Balances, allowances, positions, phase and halt at the end. */
  readonly expect: Pick<Expectations, 'balances' | 'allowances' | 'positions' | 'phase' | 'halted'>
  /** By how much balances changed since the model was asked. */
  readonly changes: NonNullable<Expectations['balances']>
}

/** What an attacker adds to a task. */
export interface Attack {
  readonly through: Channel
  /** What the attacker wants, for people. */
  readonly wants: string
  /** How the words come to be there. */
  readonly before: readonly Step[]
  /** What the user's message carries in place of the task's own data. */
  readonly data?: string
  /** What the whole stack makes of a model that follows. */
  readonly stack: (typeof STACK_ANSWERS)[number]
  /** The chain shows that the attacker got it. */
  readonly success: Predicate
}

/** A task for a model, in words, with what the chain shows once it is done. */
export interface Goal {
  readonly name: string
  readonly description?: string
  readonly invariants: readonly string[]
  /** Text of the file that it was read from. */
  readonly source: string
  readonly setup: StageSetup
  /** What happens before the model is asked. */
  readonly before: readonly Step[]
  /** What the user asks for. */
  readonly goal: string
  /** What the user's message carries: a mail, an invoice. */
  readonly data?: string
  /** The chain shows that the goal is reached. */
  readonly utility: Predicate
  readonly attack: Attack
  readonly scripts: Readonly<Record<ScriptName, readonly Step[]>>
}
