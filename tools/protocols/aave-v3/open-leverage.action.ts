import { serveKind } from '../../core/action.ts'
import { OPEN_LEVERAGE } from '../../kit/kinds/open-leverage.ts'
import { TOOL_DEF } from './aave-open-leverage-loop.ts'
import { HealthFactorSchema } from './lending.ts'
import { LOOP_VENUE } from './loop.ts'

/** Serve open leverage between the reserves that the agent names. */
export const ACTION = serveKind(OPEN_LEVERAGE, {
  tool: TOOL_DEF,
  venue: { ...LOOP_VENUE, leastHealthFactor: HealthFactorSchema },
  offer: async (params) => ({ params }),
})
