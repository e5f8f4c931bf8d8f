import type { ToolContext } from '../../core/context.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { contractOf } from '../../kit/contract-of.ts'
import {
  chooseWindow,
  describeWindow,
  type LogWindow,
  WINDOW_OUTPUT,
  WINDOW_PARAMETERS,
} from '../../kit/log-window.ts'
import { noncesAbi, reactorAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  describeOrder,
  hashOrder,
  ORDER_OUTPUT,
  type Order,
  OrderSchema,
  placeOf,
  readOrder,
} from './order.ts'
import { readNonce } from './read-nonce.ts'

/** Say whether an order can still be filled, and what became of it where it cannot. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_order_status',
  description: 'Say whether a UniswapX order is open, filled, cancelled or expired.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['nonce', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_order_status says whether a UniswapX order is open, filled, cancelled or expired, by its nonce in Permit2 and the logs of recent blocks.',
  promptGuidelines: [
    'Open does not mean fillable: uniswap_quote_uniswapx_order asks for funds and signature as well.',
    'Used means that its nonce was used up by what these blocks do not show: look further back.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object({ order: OrderSchema, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    ...ORDER_OUTPUT,
    atSeconds: BaseUnitsSchema,
    status: Type.Union([
      Type.Literal('open'),
      Type.Literal('expired'),
      Type.Literal('filled'),
      Type.Literal('cancelled'),
      Type.Literal('used'),
    ]),
    /** Null unless it was filled in these blocks. */
    fill: Type.Union([
      Type.Object({ filler: AddressSchema, blockNumber: BaseUnitsSchema, transactionHash: HashSchema }),
      Type.Null(),
    ]),
  }),
  errorCodes: ['ORDER_UNKNOWN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read({ order: bytes, ...range }, ctx) {
    const order = readOrder(ctx.book, bytes)
    ctx.step('nonce')
    const { isUsed, atSeconds, head } = await readNonce(ctx, order.info.swapper, order.info.nonce)
    const window = chooseWindow(range, head)
    ctx.step('logs')
    const ended = isUsed ? await readEnd(ctx, order, window) : undefined
    const unused = atSeconds > order.info.deadline ? ('expired' as const) : ('open' as const)
    return {
      ...describeWindow(window),
      ...describeOrder(order),
      atSeconds: atSeconds.toString(),
      status: ended?.status ?? unused,
      fill: ended?.fill ?? null,
    }
  },
})

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** By what the nonce of an order was used up, as far as these blocks show it. */
async function readEnd(ctx: Reading, order: Order, window: LogWindow) {
  const { swapper, nonce } = order.info
  const { word, mask } = placeOf(nonce)
  const [fills, invalidations] = await Promise.all([
    ctx.chain.getContractEvents({
      address: BASE.on(ctx.book).reactor,
      abi: reactorAbi,
      eventName: 'Fill',
      args: { orderHash: hashOrder(order) },
      ...window,
      strict: true,
    }),
    ctx.chain.getContractEvents({
      address: contractOf(ctx.book, 'permit2', 'permit2'),
      abi: noncesAbi,
      eventName: 'UnorderedNonceInvalidation',
      args: { owner: swapper },
      ...window,
      strict: true,
    }),
  ])
  const [fill] = fills
  if (fill !== undefined) {
    const { args, blockNumber, transactionHash } = fill
    const found = { filler: args.filler, blockNumber: blockNumber.toString(), transactionHash }
    return { status: 'filled', fill: found } as const
  }
  const isCancelled = invalidations.some(({ args }) => args.word === word && (args.mask & mask) !== 0n)
  return { status: isCancelled ? 'cancelled' : 'used', fill: null } as const
}
