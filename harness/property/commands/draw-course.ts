import * as fc from 'fast-check'
import type { DrawnStep } from '../../vocabulary/draw.ts'
import { hasCategoryOf } from '../model/profile-model.ts'
import { scopeOf } from './actions.ts'
import type { Configuration } from './configuration.ts'
import { COURSES } from './kind-draws.ts'

/** One step in so many is followed by one that has nothing to do with the course. */
const BETWEEN_EVERY = 6
/** One act in so many waits between preview and commit. */
const APART_EVERY = 4

/** What of a course is done, and how: a share of it from its beginning, some acts in two steps, others between. */
interface Manner {
  readonly length: number
  readonly apart: readonly number[]
  readonly between: readonly (readonly DrawnStep[])[]
}

const MOST_STEPS = 12

/** Draw a course that a case's profile can go through; none where it has none. */
export function drawCourse(
  configuration: Configuration,
  other: fc.Arbitrary<DrawnStep>,
): readonly fc.Arbitrary<readonly DrawnStep[]>[] {
  const { profile } = configuration
  const open = COURSES.filter(({ opens }) => hasCategoryOf(profile, opens))
  if (open.length === 0) return []
  const manner: fc.Arbitrary<Manner> = fc.record({
    length: fc.oneof(
      { weight: 2, arbitrary: fc.constant(MOST_STEPS) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: MOST_STEPS }) },
    ),
    apart: fc.array(fc.nat(APART_EVERY - 1), { minLength: MOST_STEPS, maxLength: MOST_STEPS }),
    between: fc.array(
      fc.oneof(
        { weight: BETWEEN_EVERY - 1, arbitrary: fc.constant([]) },
        { weight: 1, arbitrary: other.map((step) => [step]) },
      ),
      { minLength: MOST_STEPS, maxLength: MOST_STEPS },
    ),
  })
  const scope = scopeOf(configuration)
  const course = fc.constantFrom(...open).chain(({ draw }) => draw(scope))
  return [fc.tuple(course, manner).map(([steps, how]) => goThrough(steps, how, configuration))]
}

function goThrough(
  steps: readonly DrawnStep[],
  { length, apart, between }: Manner,
  { pauseSeconds, pausesForTick }: Configuration,
): readonly DrawnStep[] {
  const pause: readonly DrawnStep[] = [
    ...(pauseSeconds > 0 ? [{ advance: `${pauseSeconds}s` }] : []),
    ...(pausesForTick ? [{ tick: true }] : []),
  ]
  return steps.slice(0, length).flatMap((step, index) => {
    if (!('act' in step)) return [step]
    const done = apart[index] === 0 ? [{ preview: step.act }, { commit: 0 }] : [step]
    return [...(index === 0 ? [] : pause), ...done, ...(between[index] ?? [])]
  })
}
