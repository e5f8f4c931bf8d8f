import { Type } from '../../../tools/core/schema.ts'
import { closed, optional } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import type { Action } from '../step/step.ts'
import { readTrade, resolveTrade, TRADE_MEMBERS, type TradeOrder } from '../step/trade.ts'

interface Reorganisation {
  /** Blocks that are gone; those since the mark without it. */
  readonly depth?: number
  /** A trade that comes first on the new branch. */
  readonly ahead?: TradeOrder
}

/** Whether a step goes back to the mark, which is gone then. */
const isReturn = (action: Action & { readonly depth?: unknown }): boolean =>
  action.kind === 'reorg' && action.depth === undefined

/** Blocks are gone, and their transactions with them. */
export const REORG = defineStep({
  kind: 'reorg',
  schema: Type.Union(
    [
      Type.Literal(true),
      Type.Object(
        {
          depth: Type.Integer({ minimum: 1, maximum: 8, description: 'blocks that are gone' }),
          ahead: optional(
            Type.Object(TRADE_MEMBERS, {
              ...closed,
              description: "a trade that comes first; the agent's transactions are mined again after it",
            }),
          ),
        },
        closed,
      ),
    ],
    {
      description:
        'the blocks since mark, or the newest ones, are gone and their transactions with them, e.g. true or { depth: 2 }',
    },
  ),
  traits: ['alone', 'fault'],
  read(value, path, reader): Reorganisation {
    if (value === true) return {}
    const { depth, ahead } = value
    return {
      depth,
      ...(ahead === undefined ? {} : { ahead: readTrade(ahead, [...path, 'ahead'], reader) }),
    }
  },
  run: ({ depth, ahead }, { stage }) => stage.blocks.reorg(depth, ahead && resolveTrade(stage, ahead)),
  title: ({ depth, ahead }) =>
    depth === undefined
      ? 'reorg'
      : `reorg ${depth} deep${ahead === undefined ? '' : `, ${ahead.actor} ahead`}`,
  faults: {
    kinds: ['reorg-drop', 'reorg-reorder'],
    of: ({ ahead }) => [ahead === undefined ? 'reorg-drop' : 'reorg-reorder'],
  },
  lacks({ depth }, { before }) {
    if (depth !== undefined) return undefined
    const last = before.findLast((action) => action.kind === 'mark' || isReturn(action))
    return last?.kind === 'mark'
      ? undefined
      : { message: 'there is no mark to go back to', hint: 'mark a block before each reorg: true' }
  },
  needs: ({ depth }) => (depth === undefined ? undefined : 'kept-blocks'),
})
