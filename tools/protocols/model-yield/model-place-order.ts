import { ToolError } from '../../core/errors.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { ACT_ERROR_CODES, callOrders, changeOf, deltaOf, MODEL_CHAINS, noAllowanceLeft } from './acts.ts'
import { BASE } from './base.ts'
import { ActResultSchema, settleAct } from './settle.ts'

/** Place an order that a keeper fills later. */
export const TOOL_DEF = defineWriteTool({
  name: 'model_place_order',
  description: 'Place an order of the model, which a keeper fills two blocks later.',
  category: 'testnet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['tokens'],
  spriteTrigger: 'executing',
  promptSnippet:
    'model_place_order hands tokens to the model protocol for at least so much of another one; its keeper fills the order two blocks later at the earliest, or it can be taken back.',
  promptGuidelines: ['Give it the shortest lifetime that suffices; take it back with model_cancel_order.'],
  supportedChains: MODEL_CHAINS,
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: BaseUnitsSchema,
      leastOutBaseUnits: BaseUnitsSchema,
      ttlSeconds: Type.Integer({ minimum: 1, maximum: 86_400, description: 'at most a day' }),
    },
    { additionalProperties: false },
  ),
  output: ActResultSchema,
  errorCodes: [...ACT_ERROR_CODES, 'UNKNOWN_TOKEN', 'SAME_TOKEN'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const least = readAmount(params.leastOutBaseUnits, 'leastOutBaseUnits')
    ctx.step('tokens')
    const [sold, bought, { timestamp }] = await Promise.all([
      resolveErc20(ctx, params.tokenIn),
      resolveErc20(ctx, params.tokenOut),
      ctx.chain.getBlock(),
    ])
    if (sold.address === bought.address) throw new ToolError('SAME_TOKEN', { token: sold.symbol })
    const { orders } = BASE.on(ctx.book)
    const until = Number(timestamp) + params.ttlSeconds
    return planTransaction(
      [
        buildApproval(sold.address, orders, amount),
        callOrders(ctx, 'place', [sold.address, amount, bought.address, least, until]),
      ],
      {
        assets: [deltaOf(ctx, sold.address, -amount)],
        allowances: noAllowanceLeft(ctx, sold.address, orders),
        positions: [changeOf('new', 'held', amount)],
      },
    )
  },
  settle: (input) => settleAct(input),
})
