import { type TSchema, Type } from '../../../tools/core/schema.ts'
import { closed, optional, text } from '../schema-words.ts'
import type { StepDefinition, StepSyntax } from '../step/define-step.ts'
import { STEPS } from '../step-list.ts'
import { NAME_PATTERN } from '../text/name.ts'
import { ExpectSchema } from './expect-schema.ts'

const definitions: readonly (StepDefinition | StepSyntax)[] = STEPS

const MEMBERS = Object.fromEntries(
  definitions.flatMap(({ kind, schema }): [string, TSchema][] => (schema ? [[kind, schema]] : [])),
)

const BESIDE = Object.fromEntries(
  definitions.flatMap((step) =>
    Object.entries(('beside' in step && step.beside) || {}).map(([name, { schema }]) => [name, schema]),
  ),
)

/** The shape of one step; `repeat` and `together` hold steps of the same shape. */
export const StepSchema = Type.Object(
  {
    name: optional(text('what the step is for')),
    as: optional(
      Type.String({
        pattern: NAME_PATTERN,
        description: 'name that binds the permit of this step',
      }),
    ),
    on: optional(text('the second chain of the scenario, where the step is done there, e.g. base')),
    malformed: optional(
      Type.Boolean({
        description:
          'whether the input is bad on purpose: of another shape than the tool asks for; default false',
      }),
    ),
    ...BESIDE,
    expect: optional(ExpectSchema),
    ...Type.Partial(Type.Object(MEMBERS)).properties,
  },
  { ...closed, description: 'a step, e.g. advance: 60s' },
)
