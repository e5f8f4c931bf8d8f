import type { Json } from '../../tools/core/json.ts'
import { hasTrait, STEP_KEYS } from '../scenario/find-step.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import { listReferences } from '../scenario/text/matrix.ts'

/** A step of a case, as a file holds it. */
export type StepDocument = { readonly [key: string]: Json }

/** List the steps of a case. */
export const stepsOf = (document: ScenarioDocument): readonly StepDocument[] =>
  Array.isArray(document.steps) ? (document.steps as readonly StepDocument[]) : []

/** Name the kind of a step: what stands under which key; `expect` for a step that only looks. */
export const keyOf = (step: StepDocument): string =>
  STEP_KEYS.find((key) => Object.hasOwn(step, key)) ?? 'expect'

/** Name the kind of a step more closely, where it has one: `preview:swap`, `fault:reply-lost`, `call:commit_action`. */
export function kindOf(step: StepDocument): string {
  const key = keyOf(step)
  const inner = step[key]
  if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return key
  const { kind, rpc, tool, name, act } = inner as StepDocument
  const detail = [kind, rpc, tool, name, act].find((value) => typeof value === 'string')
  return detail === undefined ? key : `${key}:${detail}`
}

/** Tell whether a step stands for what goes wrong around the agent, not for what it does. */
export const isFault = (step: StepDocument): boolean => hasTrait({ kind: keyOf(step) }, 'fault')

/** List the names that the steps refer to. */
export const referencesOf = (step: StepDocument): readonly string[] =>
  listReferences(step).map(({ reference }) => reference)

/**
 * Keep the steps that a test chooses, without those that would refer to a permit that no kept step binds any more.
 */
export function keepSteps(
  steps: readonly StepDocument[],
  keeps: (step: StepDocument, index: number) => boolean,
): readonly StepDocument[] {
  const lost = new Set<string>()
  return steps.filter((step, index) => {
    const isKept = keeps(step, index) && !referencesOf(step).some((name) => lost.has(name))
    if (!isKept && typeof step.as === 'string') lost.add(step.as)
    return isKept
  })
}
