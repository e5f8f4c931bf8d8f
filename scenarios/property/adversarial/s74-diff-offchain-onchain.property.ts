import * as fc from 'fast-check'
import { defineProperty } from '../../../harness/property/define-property.ts'
import { drawnMoves, type Move } from '../../../harness/property/differential/draw-action.ts'
import {
  type DrawnWorld,
  drawnWorld,
  toStageSetup,
} from '../../../harness/property/differential/draw-world.ts'
import { playDifferential } from '../../../harness/property/differential/play.ts'
import { createTally } from '../../../harness/property/differential/tally.ts'

const MOVES = 5

/** What the off-chain chain accepts, the cage accepts: at the head of the preview and in the block of the commit. */
export const PROPERTY = defineProperty<{ readonly drawn: DrawnWorld; readonly moves: readonly Move[] }>({
  name: 'off-chain never accepts what the cage rejects',
  description:
    'Draws policies, states and actions through tools and by hand, and asks both sides about the same bytes.',
  profile: 'full',
  invariants: ['I35'],
  draws: { total: 100, cell: 5 },
  arbitrary: fc.record({ drawn: drawnWorld, moves: drawnMoves(MOVES) }),
  async check({ drawn, moves }, world) {
    const stage = await world.open(toStageSetup(drawn, world.book))
    await playDifferential(moves, stage, world.fork, createTally())
  },
})
