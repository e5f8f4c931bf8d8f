import type { Subject } from '../measure/subject.ts'
import { ACTION } from './action.ts'
import { CAGE } from './cage.ts'
import { COUNTER } from './counter.ts'
import { FORKS } from './forks.ts'
import { GROWTH } from './growth.ts'
import { OPERATIONS } from './operations.ts'
import { ORIGIN } from './origin.ts'
import { PI } from './pi.ts'
import { SWAPS } from './swaps.ts'

/** Everything that is measured, in its order. */
export const SUBJECTS: readonly Subject[] = [
  FORKS,
  ACTION,
  SWAPS,
  OPERATIONS,
  COUNTER,
  CAGE,
  GROWTH,
  PI,
  ORIGIN,
]
