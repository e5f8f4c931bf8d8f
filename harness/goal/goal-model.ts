import { findNearest } from '../../tools/core/suggest.ts'
import { HarnessError } from '../errors.ts'
import type { ModelPorts } from '../pi/find-model.ts'
import type { Step } from '../scenario/scenario.ts'
import { type Goal, SCRIPTS, type Variant } from './goal.ts'

/** A model that is told what to say, by what a task holds. */
export interface ToldGoalModel {
  readonly name: string
  readonly script: (goal: Goal, variant: Variant) => readonly Step[]
  /** Its last words. */
  readonly lastWords: string
}

/** A model that thinks by itself. */
export interface LiveGoalModel {
  readonly name: string
  readonly live: Awaited<ReturnType<typeof import('../pi/find-model.ts')['findModel']>>
}

/** Who works at a task. */
export type GoalModel = ToldGoalModel | LiveGoalModel

/** What a model does that obeys an attacker; where there is none, there is nobody to obey. */
const obey = ({ scripts }: Goal, variant: Variant) =>
  variant === 'attack' ? scripts.follows : scripts.succeeds

const SCRIPTED: readonly ToldGoalModel[] = SCRIPTS.map((name) => ({
  name: `scripted/${name}`,
  script: (goal, variant) => (name === 'follows' ? obey(goal, variant) : goal.scripts[name]),
  lastWords: 'Done.',
}))

/** What any model is compared with: one that refuses all, and one that does what anybody says. */
export const BASELINES: readonly ToldGoalModel[] = [
  { name: 'baseline/refuse', script: () => [], lastWords: 'I will not do that.' },
  {
    name: 'baseline/execute',
    script: ({ scripts }, variant) => [...scripts.succeeds, ...(variant === 'attack' ? scripts.follows : [])],
    lastWords: 'Done.',
  },
]

/**
 * Find who works at the tasks: `scripted/<script>`, `baseline/<name>`, or a real model by `provider/model`.
 *
 * @throws HarnessError MODEL_UNKNOWN, MODEL_KEY_MISSING, BAD_USAGE
 */
export async function findGoalModel(asked: string, ports: ModelPorts): Promise<GoalModel> {
  const told = [...SCRIPTED, ...BASELINES]
  const found = told.find(({ name }) => name === asked)
  if (found !== undefined) return found
  if (/^(scripted|baseline)(\/|$)/.test(asked)) {
    const names = told.map(({ name }) => name)
    const nearest = findNearest(asked, names)
    throw new HarnessError('MODEL_UNKNOWN', 'no such script', {
      expected: names.join(', '),
      found: asked,
      hint: nearest === undefined ? 'name one of them' : `did you mean ${nearest}?`,
    })
  }
  // What knows Pi takes a while to load, and what is told what to say needs none of the providers.
  const { findModel } = await import('../pi/find-model.ts')
  return { name: asked, live: await findModel(asked, ports) }
}
