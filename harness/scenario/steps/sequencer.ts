import { Type } from '../../../tools/core/schema.ts'
import { HarnessError } from '../../errors.ts'
import { defineStep } from '../step/define-step.ts'

/** The rollup's sequencer goes down or up. */
export const SEQUENCER = defineStep({
  kind: 'sequencer',
  schema: Type.Union([Type.Literal('up'), Type.Literal('down')], {
    description: "status of the rollup's sequencer, from now on",
  }),
  traits: ['fault'],
  read: (status) => ({ status }),
  async run({ status }, { stage }) {
    const feed = stage.book.sequencerUptimeFeed
    if (feed === undefined) {
      throw new HarnessError('STEP_IMPOSSIBLE', 'this world has no sequencer', {
        hint: 'use a world with an uptime feed',
      })
    }
    await stage.market.setFeeds([{ feed, answer: status === 'up' ? 0n : 1n }])
  },
  title: ({ status }) => `the sequencer is ${status}`,
  faults: {
    kinds: ['sequencer-down'],
    of: ({ status }) => (status === 'down' ? ['sequencer-down'] : []),
  },
})
