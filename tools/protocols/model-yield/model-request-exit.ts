import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  ACT_ERROR_CODES,
  callStaking,
  changeOf,
  MODEL_CHAINS,
  readStaking,
  STAKED,
  ticketUnits,
} from './acts.ts'
import { BASE } from './base.ts'
import { ActResultSchema, settleAct } from './settle.ts'

/** Give up shares for a ticket of the queue. */
export const TOOL_DEF = defineWriteTool({
  name: 'model_request_exit',
  description: 'Give up staked shares of the model for a ticket of its queue.',
  category: 'testnet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['staking'],
  spriteTrigger: 'executing',
  promptSnippet:
    'model_request_exit turns staked shares of the model protocol into a ticket, which can be claimed three days later and shares in slashing until then.',
  promptGuidelines: ['Claim it with model_claim_exit once its time has come.'],
  supportedChains: MODEL_CHAINS,
  input: Type.Object({ sharesBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: ActResultSchema,
  errorCodes: ACT_ERROR_CODES,
  async plan(params, ctx) {
    const given = readAmount(params.sharesBaseUnits, 'sharesBaseUnits')
    ctx.step('staking')
    const { shares, index, queueIndex } = await readStaking(ctx)
    if (shares < given) throw BASE.error('NOT_IN_MODEL', { what: `${given} shares` })
    return planTransaction([callStaking(ctx, 'requestExit', [given, ctx.account])], {
      positions: [
        changeOf(STAKED, 'held', -given),
        changeOf('new', 'leaving', ticketUnits(given, index, queueIndex)),
      ],
    })
  },
  settle: (input) => settleAct(input),
})
