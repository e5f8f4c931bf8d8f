import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { stakingAbi } from './abi.ts'
import {
  ACT_ERROR_CODES,
  callStaking,
  changeOf,
  deltaOf,
  IdSchema,
  MODEL_CHAINS,
  RAY,
  readStaking,
  ticketKey,
} from './acts.ts'
import { BASE } from './base.ts'
import { ActResultSchema, settleAct } from './settle.ts'

/** Turn a ticket into its assets. */
export const TOOL_DEF = defineWriteTool({
  name: 'model_claim_exit',
  description: "Turn a ticket of the model's queue into its assets.",
  category: 'testnet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['ticket'],
  spriteTrigger: 'executing',
  promptSnippet:
    'model_claim_exit pays out a ticket of the model protocol once its three days are over; what slashing took meanwhile is gone.',
  promptGuidelines: ['Look at when it can be claimed before.'],
  supportedChains: MODEL_CHAINS,
  input: Type.Object({ ticket: IdSchema }, { additionalProperties: false }),
  output: ActResultSchema,
  errorCodes: [...ACT_ERROR_CODES, 'NOT_CLAIMABLE_YET'],
  async plan(params, ctx) {
    const id = BigInt(params.ticket)
    const staking = { address: BASE.on(ctx.book).staking, abi: stakingAbi, args: [id] } as const
    ctx.step('ticket')
    const [[units, from], { asset, queueIndex }, { timestamp }] = await Promise.all([
      ctx.chain.readContract({ ...staking, functionName: 'tickets' }),
      readStaking(ctx),
      ctx.chain.getBlock(),
    ])
    const missing = () => BASE.error('NOT_IN_MODEL', { what: `ticket ${id}` })
    if (units === 0n) throw missing()
    const owner = await ctx.chain.readContract({ ...staking, functionName: 'ownerOf' })
    if (!isAddressEqual(owner, ctx.account)) throw missing()
    if (timestamp < BigInt(from)) {
      throw BASE.error('NOT_CLAIMABLE_YET', {
        ticket: params.ticket,
        from,
        now: timestamp.toString(),
      })
    }
    return planTransaction([callStaking(ctx, 'claim', [id, ctx.account])], {
      assets: [deltaOf(ctx, asset, (units * queueIndex) / RAY)],
      positions: [changeOf(ticketKey(id), 'leaving', -units)],
    })
  },
  settle: (input) => settleAct(input),
})
