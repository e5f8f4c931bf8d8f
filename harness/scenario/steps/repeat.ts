import { Type } from '../../../tools/core/schema.ts'
import { closed, STEPS_KEYWORD } from '../schema-words.ts'
import { defineSyntax } from '../step/define-step.ts'

const MAX_STEPS = 10_000

/** Steps are carried out several times. */
export const REPEAT = defineSyntax({
  kind: 'repeat',
  schema: Type.Object(
    {
      times: Type.Integer({ minimum: 1, maximum: 1_000, description: 'how often' }),
      steps: Type.Array(Type.Unknown(), { minItems: 1, description: 'the steps', [STEPS_KEYWORD]: true }),
    },
    { ...closed, description: 'steps that are carried out several times' },
  ),
  below: (value) => (value as { readonly steps?: unknown } | null)?.steps,
  unroll({ times, steps }, path, reader) {
    for (let time = 0; time < times; time += 1) {
      if (reader.into.length > MAX_STEPS) {
        reader.problem(path, `more than ${MAX_STEPS} steps`, 'repeat less', true)
        return
      }
      for (const [index, step] of steps.entries()) {
        reader.readStep(step, [...path, 'steps', index], reader.into)
      }
    }
  },
})
