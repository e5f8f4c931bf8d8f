import { type DrawnCase, drawnCase } from '../../../harness/property/cage-alone/draw-acts.ts'
import { playCase } from '../../../harness/property/cage-alone/play.ts'
import { standOf } from '../../../harness/property/cage-alone/stand-of.ts'
import { defineProperty } from '../../../harness/property/define-property.ts'

const MOST_ACTS = 64

/** Each answer of the cage, and what it then remembers, is what the model of the design says. */
export const PROPERTY = defineProperty<DrawnCase>({
  name: 'the cage does what its model says',
  description:
    'Draws limits and some dozens of acts on a cage of its own, without the stack: trades, prices, capital, gifts, halts.',
  profile: 'full',
  invariants: ['I1', 'I30', 'I33', 'I34', 'I58'],
  draws: { total: 400, cell: 20 },
  arbitrary: drawnCase(MOST_ACTS),
  async check(drawn, world) {
    await playCase(drawn, await standOf(world))
  },
})
