import { serveKind } from '../../core/action.ts'
import { DELEVERAGE } from '../../kit/kinds/deleverage.ts'
import { TOOL_DEF } from './aave-deleverage-to-target.ts'
import { LOOP_VENUE, TargetSchema } from './loop.ts'

/** Serve deleverage between the reserves that the agent names. */
export const ACTION = serveKind(DELEVERAGE, {
  tool: TOOL_DEF,
  venue: { ...LOOP_VENUE, targetHealthFactor: TargetSchema },
  offer: async (params) => ({ params }),
})
