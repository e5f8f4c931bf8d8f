import { serveKind } from '../../core/action.ts'
import { CLOSE_LEVERAGE } from '../../kit/kinds/close-leverage.ts'
import { TOOL_DEF } from './aave-close-leverage-loop.ts'
import { LOOP_VENUE } from './loop.ts'

/** Serve close leverage between the reserves that the agent names. */
export const ACTION = serveKind(CLOSE_LEVERAGE, {
  tool: TOOL_DEF,
  venue: LOOP_VENUE,
  offer: async (params) => ({ params }),
})
