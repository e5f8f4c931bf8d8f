import type { ChainName } from '../../world/origin-chains.ts'
import type { Expectations } from '../expectations.ts'
import type { Place } from '../text/yaml-source.ts'

/** A value of a step that a binding fills in: `${permit}`. Everything else is resolved when the file is parsed. */
export type Bound<T> = T | { readonly binding: string }

/** What a step does, as its definition read it from the file. */
export interface Action {
  readonly kind: string
}

/** One step of a scenario; without an argument it may be of any kind. */
export interface StepOf<Does extends Action = Action> {
  /** Line in the file. */
  readonly line: number
  readonly title: string
  readonly action: Does
  /** The second chain, where the step is done there. */
  readonly on?: ChainName
  /** Name under which the step's permit is bound. */
  readonly as?: string
  /** Whether its input is bad on purpose. */
  readonly isMalformed?: boolean
  /** Where its expectations stand, by name. */
  readonly places?: Readonly<Record<string, Place>>
  readonly expect?: Expectations
}
