import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { HashSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { ask, view } from '../../kit/views.ts'
import { limitRouterAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { hashOrder, OrderSchema, readOrder } from './limit-order.ts'

/** What the router keeps of an order of which nothing is left (`LimitRouterBase._ORDER_FILLED`). */
const ORDER_FILLED = 1n

/** Cancel a limit order of the account's. */
export const TOOL_DEF = defineWriteTool({
  name: 'pendle_cancel_limit_order',
  description: 'Cancel a Pendle limit order of the account on chain.',
  category: 'yield',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['order', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'pendle_cancel_limit_order makes a limit order of the account unfillable for good, whatever was signed for it.',
  promptGuidelines: ['Until it is mined, another may fill the order.'],
  supportedChains: CHAINS,
  input: Type.Object({ order: OrderSchema }, { additionalProperties: false }),
  output: Type.Object({
    /** EIP-712 hash of the order; null when none was cancelled. */
    orderHash: Type.Union([HashSchema, Type.Null()]),
  }),
  errorCodes: ['INVALID_PARAMS', 'PENDLE_ORDER_NOT_OWN', 'PENDLE_ORDER_ENDED', 'PROTOCOL_NOT_DEPLOYED'],
  async plan({ order: given }, ctx) {
    ctx.step('order')
    const { limitRouter } = BASE.on(ctx.book)
    const order = readOrder(given)
    const { maker } = order
    if (!isAddressEqual(maker, ctx.account)) {
      throw BASE.error('PENDLE_ORDER_NOT_OWN', { maker, account: ctx.account })
    }
    const orderHash = hashOrder(ctx.book, order)
    const { values, nowSeconds } = await ask(ctx, [
      view(limitRouter, limitRouterAbi, 'orderStatusesRaw', [[orderHash]]),
      view(limitRouter, limitRouterAbi, 'nonce', [maker]),
    ])
    const [statuses, nonce] = values as [(readonly [readonly bigint[], readonly bigint[]])?, bigint?]
    const reason =
      statuses?.[0][0] === ORDER_FILLED
        ? 'it is filled or cancelled'
        : nowSeconds >= order.expiry
          ? 'it has expired'
          : order.nonce < (nonce ?? 0n)
            ? 'its nonce is used up'
            : undefined
    if (reason !== undefined) throw BASE.error('PENDLE_ORDER_ENDED', { orderHash, reason })
    ctx.step('build')
    const data = encodeFunctionData({ abi: limitRouterAbi, functionName: 'cancelSingle', args: [order] })
    return planTransaction([{ to: limitRouter, valueWei: 0n, data }], {})
  },
  settle({ plan, receipt, account }) {
    const logs = parseEventLogs({
      abi: limitRouterAbi,
      eventName: 'OrderCanceled',
      logs: logsOfCalled({ plan, receipt }),
    })
    const cancelled = logs.find(({ args }) => isAddressEqual(args.maker, account))
    return {
      data: { orderHash: cancelled?.args.orderHash ?? null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})
