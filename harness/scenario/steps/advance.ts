import { duration } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'

/** Both clocks move on, those of every chain. */
export const ADVANCE = defineStep({
  kind: 'advance',
  schema: duration('how far both clocks move'),
  traits: ['while-down', 'of-all-chains'],
  read(value, path, reader) {
    const ms = reader.shiftMs(value, path)
    if (ms < 0) reader.problem(path, 'time only moves forward', 'use skew to set the wall clock back')
    return { ms }
  },
  async run({ ms }, { stage }) {
    for (const each of [stage, ...stage.besides]) await each.clock.advance(ms)
  },
  title: ({ ms }) => `advance ${ms / 1_000} s`,
})
