import { planLocal } from '../../core/plan.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { defineLocalTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { BASE } from './base.ts'
import { findTwap } from './twap.ts'

/** Cancel what is left of a schedule. */
export const TOOL_DEF = defineLocalTool({
  name: 'agg_cancel_twap',
  description: 'Cancel the remaining slices of a schedule; what was carried out stays.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'fast',
  progressSteps: ['look'],
  spriteTrigger: 'executing',
  promptSnippet:
    'agg_cancel_twap ends a schedule of slices that agg_schedule_twap keeps; no further slice of it is carried out, not even one that is permitted already.',
  promptGuidelines: ['Slices that were carried out are not undone.'],
  supportedChains: EVM_CHAINS,
  localPort: 'schedule',
  requires: ['wallet'],
  input: Type.Object({ scheduleId: HashSchema }, { additionalProperties: false }),
  output: Type.Object({ entryId: HashSchema, state: Type.Literal('ended') }),
  errorCodes: ['TWAP_NOT_FOUND', 'TWAP_ENDED'],
  async plan({ scheduleId }, ctx) {
    ctx.step('look')
    const { entry } = findTwap(ctx, scheduleId)
    if (entry.state !== 'open') throw BASE.error('TWAP_ENDED', { scheduleId, reason: 'it was cancelled' })
    return planLocal('schedule', 'end', { entryId: scheduleId }, { entryId: scheduleId, state: 'ended' })
  },
})
