import { type Address, type Hex, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction, type TransactionPlan } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { SignatureSchema } from '../../kit/order-signature.ts'
import { settleTrade, TRADE_OUTPUT } from '../../kit/settle-trade.ts'
import { fillAbi } from './abi.ts'
import { BASE } from './base.ts'
import { driftBps } from './decay.ts'
import { type Order, OrderSchema, readOrder } from './order.ts'
import { type OrderQuote, quoteOrder } from './quote-order.ts'

type Resolved = NonNullable<OrderQuote['resolved']>

/** Fill an order of somebody else from the account's own tokens. */
export const TOOL_DEF = defineWriteTool({
  name: 'uniswap_fill_order',
  description:
    "Fill somebody's signed UniswapX order from own inventory: pay its outputs, receive its input.",
  category: 'trading',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['order', 'quote', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'uniswap_fill_order fills a signed Dutch order of somebody else: the account pays its outputs and receives its input, for what they are at the time.',
  promptGuidelines: [
    'Ask uniswap_quote_uniswapx_order first, and compare input and outputs with prices: whoever signed it chose them.',
    'Another filler may come first; then it fails and nothing is paid.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object({ order: OrderSchema, signature: SignatureSchema }, { additionalProperties: false }),
  output: TRADE_OUTPUT,
  errorCodes: ['ORDER_UNKNOWN', 'ORDER_NOT_FILLABLE', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async plan({ order: bytes, signature }, ctx) {
    ctx.step('order')
    const order = readOrder(ctx.book, bytes)
    const problem = findProblem(order, ctx.account)
    if (problem !== undefined) throw BASE.error('ORDER_NOT_FILLABLE', { reason: problem })
    ctx.step('quote')
    const { atSeconds, resolved, reason } = await quoteOrder(ctx, bytes, signature)
    if (resolved === null) throw BASE.error('ORDER_NOT_FILLABLE', { reason })
    ctx.step('build')
    return planFill(ctx, { bytes, signature, resolved, toleranceBps: driftBps(order, atSeconds) })
  },
  settle: settleTrade,
})

/** What keeps the account from filling an order, whatever its time. */
function findProblem({ info, outputs }: Order, account: Address): string | undefined {
  if (isAddressEqual(info.swapper, account)) return 'it is of the account itself'
  if (!isAddressEqual(info.additionalValidationContract, zeroAddress)) {
    return `it asks a contract of its swapper's choice, ${info.additionalValidationContract}`
  }
  return outputs.some(({ token }) => isAddressEqual(token, zeroAddress))
    ? 'it is paid in native coins'
    : undefined
}

/** What of an order is to be carried out, at what it comes to. */
interface Fill {
  readonly bytes: Hex
  readonly signature: Hex
  readonly resolved: Resolved
  readonly toleranceBps: number
}

/** Let the reactor take exact amounts while the order is filled, and leave no allowance: they may have fallen since. */
function planFill(
  { book, account }: Pick<ToolContext, 'book' | 'account'>,
  { bytes, signature, resolved, toleranceBps }: Fill,
): TransactionPlan {
  const { reactor } = BASE.on(book)
  const paid = new Map<Address, bigint>()
  for (const { token, amount } of resolved.outputs) paid.set(token, (paid.get(token) ?? 0n) + amount)
  const data = encodeFunctionData({
    abi: fillAbi,
    functionName: 'execute',
    args: [{ order: bytes, sig: signature }],
  })
  return planTransaction(
    [
      ...[...paid].map(([token, amount]) => buildApproval(token, reactor, amount)),
      { to: reactor, valueWei: 0n, data },
      ...[...paid.keys()].map((token) => buildApproval(token, reactor, 0n)),
    ],
    {
      assets: [
        { token: resolved.input.token, account, deltaBaseUnits: resolved.input.amount },
        ...[...paid].map(([token, amount]) => ({ token, account, deltaBaseUnits: -amount })),
      ],
      allowances: [...paid.keys()].map((token) => ({
        token,
        owner: account,
        spender: reactor,
        valueBaseUnits: 0n,
      })),
      toleranceBps,
    },
  )
}
