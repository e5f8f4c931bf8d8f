import { planLocal } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineLocalTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

const REASON = Type.String({ minLength: 1, maxLength: 500, description: 'why everything has to stop' })

/**
 * Set the durable halt latch and carry the halt out. As a tool it takes the way of all local plans, a permit included;
 * `emergency_halt` takes none.
 */
export const TOOL_DEF = defineLocalTool({
  name: 'safety_trip_halt',
  description: 'Set the durable halt latch: every action stops and the cage is paused.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['plan'],
  spriteTrigger: 'failure',
  promptSnippet:
    'safety_trip_halt sets the halt latch, by which every action stops, pending permits end and the cage is paused; only the owner lifts it again.',
  promptGuidelines: ['When there is no time for a preview call emergency_halt: it asks nobody.'],
  supportedChains: EVM_CHAINS,
  localPort: 'halt',
  // The operator signs the pause.
  requires: ['wallet'],
  input: Type.Object({ reason: REASON }, { additionalProperties: false }),
  output: Type.Object({ halted: Type.Literal(true), reason: REASON, status: Type.String() }),
  errorCodes: [],
  async plan({ reason }, ctx) {
    ctx.step('plan')
    return planLocal('halt', 'trip', { reason }, { halted: true, reason })
  },
})
