import * as fc from 'fast-check'
import type { Json } from '../../tools/core/json.ts'
import { DRAWN_PROFILES, drawConfiguration } from '../property/commands/configuration.ts'
import { drawSteps } from '../property/commands/steps.ts'
import { drawTrouble } from '../property/commands/trouble.ts'
import type { ScenarioDocument } from '../scenario/scenario-document.ts'
import type { DrawnStep } from '../vocabulary/draw.ts'

/** What shall be drawn. */
export interface DrawOptions {
  /** Profiles of the cases. */
  readonly profiles?: readonly string[]
  /** Invariants that the cases are said to check. */
  readonly invariants?: readonly string[]
  /** Whether things go wrong of which the model knows nothing. */
  readonly isTroubled?: true
}

const FEWEST_STEPS = 3
const MOST_STEPS = 10

/** Draw a case: its configuration first, then steps that fit it. */
export const drawCase = ({
  profiles = DRAWN_PROFILES,
  invariants,
  isTroubled,
}: DrawOptions = {}): fc.Arbitrary<ScenarioDocument> =>
  drawConfiguration(profiles).chain((configuration) => {
    const usual = drawSteps(configuration)
    const steps = isTroubled
      ? fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: drawTrouble(configuration) })
      : usual
    return fc.array(steps, { minLength: FEWEST_STEPS, maxLength: MOST_STEPS, size: 'max' }).map((steps) => ({
      name: 'a drawn case',
      ...(invariants ? { invariants: [...invariants] } : {}),
      ...(configuration.members as ScenarioDocument),
      steps: [...bindPermits(steps.flat()), { expect: { audit: 'intact' } }],
    }))
  })

/** Kinds of steps that ask for a permit. */
const ISSUING = ['preview', 'raw'] as const

/** Give permits names, and let steps that use one name it instead of how far back it is. */
function bindPermits(steps: readonly DrawnStep[]): Json[] {
  const names: string[] = []
  const nameOf = (back: unknown) => names.at(-1 - Number(back))
  const bind = (step: DrawnStep): Json[] => {
    if ('together' in step) {
      const members = (step.together as readonly DrawnStep[]).flatMap(bind)
      return members.length < 2 ? members : [{ together: members, order: step.order as number }]
    }
    if (ISSUING.some((kind) => kind in step)) {
      const name = `asked${names.length + 1}`
      names.push(name)
      return [{ ...(step as { readonly [key: string]: Json }), as: name }]
    }
    for (const kind of ['commit', 'cancel']) {
      if (!(kind in step)) continue
      const name = nameOf(step[kind])
      return name === undefined ? [] : [{ [kind]: `\${${name}}` }]
    }
    if ('tamper' in step) {
      const { permit, field } = step.tamper as { readonly permit: number; readonly field: string }
      const name = nameOf(permit)
      return name === undefined ? [] : [{ tamper: { permit: `\${${name}}`, field } }]
    }
    return [step as { readonly [key: string]: Json }]
  }
  return steps.flatMap(bind)
}
