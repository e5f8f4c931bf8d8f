import type { Address } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { gatherOrders, leastOf, mostIn, readGround, sumByToken } from './open-orders.ts'
import { describeOrder, ORDER_OUTPUT, OrderSchema } from './order.ts'

const SymbolSchema = Type.Union([Type.String(), Type.Null()])
const ValueSchema = Type.Union([BaseUnitsSchema, Type.Null()])

/** List the agent's orders that can still be filled, and what they can take. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_list_open_orders',
  description: "List the agent's UniswapX orders that can still be filled, with what they can take.",
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['books', 'chain'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_list_open_orders lists the UniswapX orders that the agent signed and whose nonce and deadline still let them be filled, with what they can take of each token.',
  promptGuidelines: [
    'What was only built is kept nowhere: give the bytes of orders that were signed elsewhere.',
    'Of orders with the same nonce one at most is filled: exposures counts the greatest of them.',
    'exposureBaseUnits is what could be taken now: no more than is held and allowed to Permit2.',
    'uniswap_cancel_order ends one.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      orders: Type.Optional(
        Type.Array(OrderSchema, {
          maxItems: 16,
          description: "encoded orders of the agent's that the stack did not sign",
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    atSeconds: BaseUnitsSchema,
    orders: Type.Array(
      Type.Object({
        ...ORDER_OUTPUT,
        /** The permit under which it was signed; null for one that was given. */
        permitId: Type.Union([HashSchema, Type.Null()]),
        tokenIn: AddressSchema,
        symbolIn: SymbolSchema,
        /** Most that filling it takes. */
        mostInBaseUnits: BaseUnitsSchema,
        exposureBaseUnits: BaseUnitsSchema,
        /** Millionths of a USD; null where there is no price. */
        exposureMicroUsd: ValueSchema,
        isPriceStale: Type.Boolean(),
        outputs: Type.Array(
          Type.Object({
            token: AddressSchema,
            symbol: SymbolSchema,
            leastBaseUnits: BaseUnitsSchema,
            recipient: AddressSchema,
          }),
        ),
      }),
    ),
    /** What all of them can take together. */
    exposures: Type.Array(
      Type.Object({
        swapper: AddressSchema,
        token: AddressSchema,
        symbol: SymbolSchema,
        mostInBaseUnits: BaseUnitsSchema,
        exposureBaseUnits: BaseUnitsSchema,
        exposureMicroUsd: ValueSchema,
        isPriceStale: Type.Boolean(),
      }),
    ),
    /** Recorded or given ones that nobody can fill any more, by why. */
    ended: Type.Object({ used: Type.Integer(), expired: Type.Integer() }),
  }),
  errorCodes: ['ORDER_UNKNOWN', 'ORDER_NOT_OWN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ orders: given = [] }, ctx) {
    ctx.step('books')
    const recorded = gatherOrders(ctx, given)
    ctx.step('chain')
    const { isUsed, atSeconds, hold } = await readGround(ctx, recorded)
    const unused = recorded.filter(({ order }) => !isUsed(order))
    const open = unused.filter(({ order }) => atSeconds <= order.info.deadline)
    return {
      account: ctx.account,
      atSeconds: atSeconds.toString(),
      orders: open.map(({ order, permitId }) => {
        const { swapper } = order.info
        const { token, ...amounts } = hold(swapper, order.input.token, mostIn(order))
        return {
          ...describeOrder(order),
          permitId,
          tokenIn: token,
          symbolIn: symbolOf(ctx, token),
          ...amounts,
          outputs: order.outputs.map((output) => ({
            token: output.token,
            symbol: symbolOf(ctx, output.token),
            leastBaseUnits: leastOf(output.startAmount, output.endAmount).toString(),
            recipient: output.recipient,
          })),
        }
      }),
      exposures: sumByToken(open.map(({ order }) => order)).map(({ swapper, token, most }) => ({
        swapper,
        symbol: symbolOf(ctx, token),
        ...hold(swapper, token, most),
      })),
      ended: { used: recorded.length - unused.length, expired: unused.length - open.length },
    }
  },
})

const symbolOf = ({ book }: Pick<ToolContext, 'book'>, token: Address) =>
  findToken(book, token)?.symbol ?? null
