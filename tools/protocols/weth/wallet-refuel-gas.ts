import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction, planWithNeeds } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveToken } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { checkRecipient } from '../../kit/check-recipient.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { describeTokenChanges, TokenChangesSchema } from '../../kit/token-changes.ts'
import { wethAbi } from './abi.ts'
import { BASE } from './base.ts'
import { readWrapDeltas } from './wrap-deltas.ts'

/**
 * Buy an exact amount of native coins and send it to the operator, who pays gas with it. The operator has to be among the
 * recipients of both policies, and what is sent counts as spend, like any payment.
 */
export const TOOL_DEF = defineWriteTool({
  name: 'wallet_refuel_gas',
  description: 'Swap just enough of a token into native ETH and send it to the operator for gas.',
  category: 'wallet',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['tokens', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'wallet_refuel_gas buys an exact amount of ETH for at most so much of a token through the best pool and sends it to the operator, who pays gas with it.',
  promptGuidelines: [
    'wallet_estimate_runway shows for how many actions the gas of the operator lasts.',
    'Hold as much WETH and ETH as is sent: what an action pays has to be held before it, though the swap brings it.',
    'The bound on what is paid is the only one: set it close to the price. With WETH it is the amount itself.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      amountBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'what the operator gets, in wei' }),
      mostInBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most of the token to pay for it' }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ sentBaseUnits: BaseUnitsSchema, tokens: TokenChangesSchema }),
  errorCodes: ['ZERO_AMOUNT', 'UNKNOWN_TOKEN', 'SAME_TOKEN', 'INVALID_PARAMS', 'PROTOCOL_NOT_DEPLOYED'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    const most = readAmount(params.mostInBaseUnits, 'mostInBaseUnits')
    const { weth } = BASE.on(ctx.book)
    const operator = checkRecipient(ctx.operator, ctx.account)
    ctx.step('tokens')
    const token = await resolveToken(ctx, params.token)
    // Coins that are there already are sent by themselves.
    if (token.address === NATIVE_TOKEN) throw new ToolError('SAME_TOKEN', { token: token.symbol })
    ctx.step('build')
    const calls = [
      {
        to: weth,
        valueWei: 0n,
        data: encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amount] }),
      },
      { to: operator, valueWei: amount, data: '0x' },
    ] as const
    // All that is unwrapped is sent on. The operator pays the gas, so its own balance cannot be told in advance.
    const expectation = { assets: [{ token: weth, account: ctx.account, deltaBaseUnits: -amount }] }
    if (isAddressEqual(token.address, weth)) {
      if (most >= amount) return planTransaction(calls, expectation)
      throw new ToolError('INVALID_PARAMS', {
        path: '/mostInBaseUnits',
        problem: `is less than the amount, ${amount}, which it costs in ${token.symbol}`,
      })
    }
    return planWithNeeds(
      [
        {
          need: 'swap',
          exact: 'output',
          tokenIn: token.address,
          tokenOut: weth,
          amountOutBaseUnits: amount,
          mostInBaseUnits: most,
        },
      ],
      calls,
      expectation,
    )
  },
  settle({ params, plan, receipt, account }) {
    const hasHappened = receipt.status === 'success'
    const sent = hasHappened ? BigInt(params.amountBaseUnits) : 0n
    // A transfer of value leaves no log: all the receipt says is whether it happened.
    const moved = [
      ...readTransferDeltas(receipt, account),
      ...readWrapDeltas(receipt, account),
      { token: NATIVE_TOKEN, account, deltaBaseUnits: -sent },
    ]
    const tokens = [...new Set(moved.map((delta) => delta.token))]
    const assets = tokens
      .map((token) => ({
        token,
        account,
        deltaBaseUnits: moved.reduce(
          (sum, delta) => (delta.token === token ? sum + delta.deltaBaseUnits : sum),
          0n,
        ),
      }))
      .filter(({ deltaBaseUnits }) => deltaBaseUnits !== 0n)
    return {
      data: { sentBaseUnits: sent.toString(), tokens: describeTokenChanges(assets) },
      actualOutcome: {
        ...EMPTY_OUTCOME,
        assets,
        allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      },
      groundTruthSource: 'receipt',
    }
  },
})
