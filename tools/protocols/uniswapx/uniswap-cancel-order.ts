import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { noncesAbi } from './abi.ts'
import { BASE } from './base.ts'
import { NonceSchema, type Order, OrderSchema, placeOf, readOrder } from './order.ts'
import { readNonce } from './read-nonce.ts'

/** Cancel an order of the account's by using up its nonce. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_cancel_order',
  description: 'Cancel an open UniswapX order of the account on chain, by its nonce.',
  category: 'trading',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_cancel_order makes an open order of the account unfillable by using up its nonce in Permit2; name the order by its bytes or by its nonce.',
  promptGuidelines: [
    'Give exactly one of order and nonce.',
    'Until it is mined, a filler may come first. What else was signed with the same nonce ends as well.',
    'safety_invalidate_permit2_nonces ends many nonces at once, and permits too.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    { order: Type.Optional(OrderSchema), nonce: Type.Optional(NonceSchema) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    /** Null when none was used up, as is the word of nonces in which it lies. */
    nonce: Type.Union([BaseUnitsSchema, Type.Null()]),
    word: Type.Union([BaseUnitsSchema, Type.Null()]),
  }),
  errorCodes: [
    'INVALID_PARAMS',
    'ORDER_UNKNOWN',
    'ORDER_NOT_OWN',
    'ORDER_ENDED',
    'PROTOCOL_NOT_DEPLOYED',
    'CHAIN_READ_FAILED',
  ],
  async plan({ order: bytes, nonce: named }, ctx) {
    if ((bytes === undefined) === (named === undefined)) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/order',
        problem: 'give exactly one of order and nonce',
      })
    }
    const order = bytes === undefined ? undefined : readOwnOrder(ctx, readOrder(ctx.book, bytes))
    const nonce = order?.info.nonce ?? BigInt(named ?? '')
    if (nonce >= 2n ** 256n) {
      throw new ToolError('INVALID_PARAMS', { path: '/nonce', problem: 'is no number below 2^256' })
    }
    ctx.step('read')
    const { isUsed, atSeconds } = await readNonce(ctx, ctx.account, nonce)
    const isOver = order !== undefined && atSeconds > order.info.deadline
    if (isUsed || isOver) {
      const reason = isUsed ? 'its nonce is used up' : 'its deadline has passed'
      throw BASE.error('ORDER_ENDED', { nonce: nonce.toString(), reason })
    }
    ctx.step('build')
    const { word, mask } = placeOf(nonce)
    const data = encodeFunctionData({
      abi: noncesAbi,
      functionName: 'invalidateUnorderedNonces',
      args: [word, mask],
    })
    return planTransaction([{ to: contractOf(ctx.book, 'permit2', 'permit2'), valueWei: 0n, data }], {})
  },
  settle({ plan, receipt, account }) {
    const ended = parseEventLogs({
      abi: noncesAbi,
      eventName: 'UnorderedNonceInvalidation',
      logs: logsOfCalled({ plan, receipt }),
    }).find(({ args }) => isAddressEqual(args.owner, account))
    return {
      data: ended ? nameNonce(ended.args) : { nonce: null, word: null },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})

/** Name the nonce whose bit a mask of one word has. */
const nameNonce = ({ word, mask }: { readonly word: bigint; readonly mask: bigint }) => ({
  nonce: ((word << 8n) + BigInt(mask.toString(2).length - 1)).toString(),
  word: word.toString(),
})

/** Hold that an order is the account's. @throws ToolError ORDER_NOT_OWN */
function readOwnOrder({ account }: Pick<ToolContext, 'account'>, order: Order): Order {
  const { swapper } = order.info
  if (!isAddressEqual(swapper, account)) throw BASE.error('ORDER_NOT_OWN', { swapper, account })
  return order
}
