import { Type } from '../../../tools/core/schema.ts'
import type { Order } from '../../chain/gate.ts'
import { optional, STEPS_KEYWORD } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import type { StepOf } from '../step/step.ts'
import type { StepOutcome, TogetherOutcome } from '../step/step-outcome.ts'

interface Together {
  readonly steps: readonly StepOf[]
  /** In which they go on; drawn from the run's seed without it. */
  readonly order?: Order
}

/** Steps run at the same time. */
export const TOGETHER = defineStep({
  kind: 'together',
  schema: Type.Array(Type.Unknown(), {
    minItems: 2,
    description: 'steps that run at the same time; what each waits for goes on in the order',
    [STEPS_KEYWORD]: true,
  }),
  beside: {
    order: {
      schema: optional(
        Type.Union([Type.Integer(), Type.Array(Type.Integer({ minimum: 0 }))], {
          description:
            "order in which steps that run together go on: a seed, or the steps by number; default drawn from the run's seed",
        }),
      ),
      elsewhere: 'only steps that run together have an order',
    },
  },
  traits: ['one-chain', 'alone'],
  read(value, path, reader): Together {
    const steps: StepOf[] = []
    for (const [index, step] of value.entries()) {
      const where = [...path, index]
      const members = (step ?? {}) as object
      if (Object.hasOwn(members, 'repeat')) {
        reader.problem(where, 'a repeat cannot run together with others', 'name its steps', true)
        continue
      }
      if (Object.hasOwn(members, 'expect')) {
        reader.problem(where, 'what one of several comes to depends on their order', 'expect of all of them')
      }
      reader.readStep(step, where, steps)
    }
    for (const [index, { action }] of steps.entries()) {
      if (!reader.hasTrait(action, 'alone')) continue
      reader.problem([...path, index], `${action.kind} cannot run together with others`, 'do it before')
    }
    const order = reader.members.order as number | readonly number[] | undefined
    for (const [index, number] of (typeof order === 'object' ? order : []).entries()) {
      if (number < value.length) continue
      const at = [...path.slice(0, -1), 'order', index]
      reader.problem(at, `there is no step ${number}`, `count from 0: the last one is ${value.length - 1}`)
    }
    return {
      steps,
      ...(order === undefined ? {} : { order: typeof order === 'number' ? String(order) : order }),
    }
  },
  async run({ steps, order }, { stage, run, hasTrait }) {
    const bodies = steps.map(({ action }) => ({
      run: () => run(action),
      isAtomic: !hasTrait(action, 'of-the-agent'),
    }))
    const mayChange = steps.some(({ action }) => hasTrait(action, 'moves-holdings'))
    const { results, observation } = await stage.together(bodies, order, { mayChange })
    const together = results.map((result, index) => summarise(steps[index] as StepOf, result))
    const codes = together.flatMap(({ code }) => code ?? [])
    return {
      together,
      observation: {
        ...observation,
        details: { committed: observation.commits, denied: codes.length, codes },
      },
    }
  },
  title: ({ steps }) => `together: ${steps.map(({ title }) => title).join(' | ')}`,
  faults: { kinds: ['together'], of: () => ['together'] },
  inner: ({ steps }) => steps,
  below: (value) => value,
})

function summarise({ title, as }: StepOf, { permitId, observation }: StepOutcome): TogetherOutcome {
  const code = observation?.error?.code
  return {
    title,
    ...(as === undefined ? {} : { as }),
    ...(permitId === undefined ? {} : { permitId }),
    ...(code === undefined ? {} : { code }),
  }
}
