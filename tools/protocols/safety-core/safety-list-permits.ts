import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { describePermit, PermitSchema } from './permit-view.ts'

/** List action permits with state, age, expiry and simulation hash. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_list_permits',
  description: 'List action permits with state, age, expiry and simulation hash, newest last.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_list_permits lists the action permits that were issued, with tool, state, age and remaining lifetime, if wanted only those in one state.',
  promptGuidelines: ['Cancel pending permits that are no longer wanted.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      state: Type.Optional(
        Type.String({ maxLength: 32, description: 'pending, committed, cancelled, expired or failed' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most permits, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ permits: Type.Array(PermitSchema), totalPermits: Type.Integer() }),
  errorCodes: [],
  async read({ state, limit = 50 }, { safety, clock, step }) {
    step('read')
    const now = clock.wallMs()
    const permits = safety
      .permits()
      .filter((permit) => state === undefined || permit.state === state)
      .toSorted((a, b) => a.issuedAtWallMs - b.issuedAtWallMs)
    return {
      permits: permits.slice(-limit).map((permit) => describePermit(permit, now)),
      totalPermits: permits.length,
    }
  },
})
