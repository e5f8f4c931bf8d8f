import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { ordersAbi } from './abi.ts'
import { ACT_ERROR_CODES, callOrders, changeOf, deltaOf, IdSchema, MODEL_CHAINS, orderKey } from './acts.ts'
import { BASE } from './base.ts'
import { ActResultSchema, settleAct } from './settle.ts'

/** Take an order back that nobody has filled. */
export const TOOL_DEF = defineWriteTool({
  name: 'model_cancel_order',
  description: 'Take back an order of the model that nobody has filled.',
  category: 'testnet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['order'],
  spriteTrigger: 'executing',
  promptSnippet:
    'model_cancel_order takes back an order of the account at the model protocol that its keeper has not filled, expired or not, with all that it offered.',
  promptGuidelines: ['An order that is filled is not there any more.'],
  supportedChains: MODEL_CHAINS,
  input: Type.Object({ order: IdSchema }, { additionalProperties: false }),
  output: ActResultSchema,
  errorCodes: ACT_ERROR_CODES,
  async plan(params, ctx) {
    const id = BigInt(params.order)
    ctx.step('order')
    const [owner, , , token, amount] = await ctx.chain.readContract({
      address: BASE.on(ctx.book).orders,
      abi: ordersAbi,
      functionName: 'orders',
      args: [id],
    })
    if (amount === 0n || !isAddressEqual(owner, ctx.account)) {
      throw BASE.error('NOT_IN_MODEL', { what: `order ${id}` })
    }
    return planTransaction([callOrders(ctx, 'cancel', [id])], {
      assets: [deltaOf(ctx, token, amount)],
      positions: [changeOf(orderKey(id), 'held', -amount)],
    })
  },
  settle: (input) => settleAct(input),
})
