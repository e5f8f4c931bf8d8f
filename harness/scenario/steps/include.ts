import type { Hex } from 'viem'
import { text } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { namePermit, readPermit } from '../step/read-permit.ts'

/** A transaction that some node still had is mined. */
export const INCLUDE = defineStep({
  kind: 'include',
  schema: text('a permit whose transaction, which some node still had, is mined next'),
  read: (value, path, reader) => ({ permit: readPermit(value, path, reader) }),
  async run({ permit }, { stage, permitOf }) {
    const permitId = permitOf(permit)
    await stage.blocks.include(permitId as Hex)
    return { permitId }
  },
  title: ({ permit }) => `include ${namePermit(permit)}`,
})
