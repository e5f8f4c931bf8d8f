import { Type } from '../../../tools/core/schema.ts'
import { defineStep } from '../step/define-step.ts'

/** Empty blocks are mined. */
export const MINE = defineStep({
  kind: 'mine',
  schema: Type.Integer({ minimum: 1, maximum: 1_000, description: 'empty blocks to mine' }),
  read: (blocks) => ({ blocks }),
  run: ({ blocks }, { stage }) => stage.blocks.mine(blocks),
  title: ({ blocks }) => `mine ${blocks}`,
})
