import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { SignatureSchema } from '../../kit/order-signature.ts'
import { describeOrder, exclusiveFillerOf, ORDER_OUTPUT, OrderSchema, readOrder } from './order.ts'
import { quoteOrder } from './quote-order.ts'

const NullableAmount = Type.Union([BaseUnitsSchema, Type.Null()])

/** Say what a signed order takes and gives now, or why nobody can fill it. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_quote_uniswapx_order',
  description: 'Quote a signed UniswapX order at the current time: input, outputs, fillable or why not.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['order', 'quote'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_quote_uniswapx_order says what filling a signed Dutch order of UniswapX brings and costs now, fees included, and whether its signature, nonce, deadline and funds let it be filled.',
  promptGuidelines: [
    'Outputs only fall and the input only rises while the order decays: later is better for whoever fills it, until another does.',
    'An order that is kept for one filler is told as unfillable until its decay begins.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object({ order: OrderSchema, signature: SignatureSchema }, { additionalProperties: false }),
  output: Type.Object({
    ...ORDER_OUTPUT,
    decayStartSeconds: BaseUnitsSchema,
    decayEndSeconds: BaseUnitsSchema,
    /** Who alone may fill it until its decay begins; null where anybody may. */
    exclusiveFiller: Type.Union([AddressSchema, Type.Null()]),
    atSeconds: BaseUnitsSchema,
    isFillable: Type.Boolean(),
    /** Why the reactor refuses it; null where it does not. */
    reason: Type.Union([Type.String(), Type.Null()]),
    input: Type.Object({
      token: AddressSchema,
      startAmountBaseUnits: BaseUnitsSchema,
      endAmountBaseUnits: BaseUnitsSchema,
      /** What a filler gets now; null where it cannot be filled. */
      amountBaseUnits: NullableAmount,
    }),
    outputs: Type.Array(
      Type.Object({
        token: AddressSchema,
        recipient: AddressSchema,
        startAmountBaseUnits: BaseUnitsSchema,
        endAmountBaseUnits: BaseUnitsSchema,
        /** What a filler pays now; null where it cannot be filled. */
        amountBaseUnits: NullableAmount,
      }),
    ),
    /** What a filler pays beyond, to the protocol. */
    fees: Type.Array(
      Type.Object({ token: AddressSchema, recipient: AddressSchema, amountBaseUnits: BaseUnitsSchema }),
    ),
  }),
  errorCodes: ['ORDER_UNKNOWN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ order: bytes, signature }, ctx) {
    ctx.step('order')
    const order = readOrder(ctx.book, bytes)
    ctx.step('quote')
    const { atSeconds, resolved, reason } = await quoteOrder(ctx, bytes, signature)
    const bounds = ({ startAmount, endAmount }: { startAmount: bigint; endAmount: bigint }) => ({
      startAmountBaseUnits: startAmount.toString(),
      endAmountBaseUnits: endAmount.toString(),
    })
    return {
      ...describeOrder(order),
      decayStartSeconds: order.decayStartTime.toString(),
      decayEndSeconds: order.decayEndTime.toString(),
      exclusiveFiller: exclusiveFillerOf(order) ?? null,
      atSeconds: atSeconds.toString(),
      isFillable: resolved !== null,
      reason,
      input: {
        token: order.input.token,
        ...bounds(order.input),
        amountBaseUnits: resolved?.input.amount.toString() ?? null,
      },
      outputs: order.outputs.map(({ token, recipient, ...amounts }, index) => ({
        token,
        recipient,
        ...bounds(amounts),
        amountBaseUnits: resolved?.outputs[index]?.amount.toString() ?? null,
      })),
      fees: (resolved?.outputs ?? []).slice(order.outputs.length).map(({ token, recipient, amount }) => ({
        token,
        recipient,
        amountBaseUnits: amount.toString(),
      })),
    }
  },
})
