import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { describePermit, PermitSchema } from './permit-view.ts'
import { readSpending, SpendingSchema } from './spending-view.ts'
import { secondsBetween } from './time.ts'

/** Report phase, halt latch, remaining limits and open permits of the agent. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_check_status',
  description: 'Report phase, dwell, halt latch, remaining limits and open permits of the agent.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_check_status reports the phase, whether the halt latch is set, what the spending limits leave and which permits are open; look before planning a write.',
  promptGuidelines: ['When the halt latch is set, only the owner can clear it.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    phase: Type.String(),
    phaseEpoch: Type.Integer(),
    phaseSinceSeconds: Type.Integer(),
    isHalted: Type.Boolean(),
    haltedForSeconds: Type.Union([Type.Integer(), Type.Null()]),
    spending: SpendingSchema,
    openPermits: Type.Array(PermitSchema),
  }),
  errorCodes: [],
  async read(_params, { safety, clock, step }) {
    step('read')
    const now = clock.wallMs()
    const { phase, epoch, sinceWallMs } = safety.phase()
    const haltedSince = safety.haltedSince()
    return {
      phase,
      phaseEpoch: epoch,
      phaseSinceSeconds: secondsBetween(sinceWallMs, now),
      isHalted: haltedSince !== undefined,
      haltedForSeconds: haltedSince === undefined ? null : secondsBetween(haltedSince, now),
      spending: await readSpending(safety),
      openPermits: safety
        .permits()
        .map((permit) => describePermit(permit, now))
        .filter((permit) => permit.remainingSeconds > 0),
    }
  },
})
