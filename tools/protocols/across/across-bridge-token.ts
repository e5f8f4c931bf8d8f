import { zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { readTransferDeltas } from '../../core/receipt-deltas.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAllowancesLeft } from '../../kit/allowances-left.ts'
import { buildApproval } from '../../kit/approval.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { checkRecipient } from '../../kit/check-recipient.ts'
import { readWindow } from '../../kit/log-window.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { spokePoolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { addressIn, holds } from './deposits.ts'
import { quoteFee, readTerms } from './quote-fee.ts'
import { findOutputToken } from './routes.ts'

/** How long relayers may fill a deposit, where the spoke pool allows it: six hours. */
const FILL_SECONDS = 21_600

/** What recent deposits of the same tokens offered. */
const quoteMedian = async (ctx: ToolContext, wanted: Parameters<typeof quoteFee>[1]) =>
  quoteFee(ctx, wanted, await readWindow(ctx, {}))

/** Send a token to an allowlisted recipient on another chain. */
export const TOOL_DEF = defineWriteTool({
  name: 'across_bridge_token',
  description: 'Send a token through Across to an allowlisted recipient on another chain, as the same token.',
  category: 'trading',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['quote', 'terms'],
  spriteTrigger: 'executing',
  promptSnippet:
    "across_bridge_token sends an exact amount of USDC or WETH to an allowlisted recipient on another chain, such as the owner's address; it counts as spend, and what nobody fills comes back.",
  promptGuidelines: [
    'Quote with across_quote_bridge first; what the relayer keeps is the difference of both amounts.',
    'Nothing on this chain tells when it arrived: across_list_own_deposits says until when it may.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      token: TokenSchema,
      destinationChainId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
      recipient: AddressSchema,
      amountBaseUnits: BaseUnitsSchema,
      outputAmountBaseUnits: Type.Optional(
        Type.String({
          ...BaseUnitsSchema,
          description: 'what has to arrive, base units; less the median fee of recent deposits by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    depositId: Type.String(),
    recipient: AddressSchema,
    outputToken: AddressSchema,
    sentBaseUnits: BaseUnitsSchema,
    /** What arrives on the other chain, in base units that both tokens share. */
    outputAmountBaseUnits: BaseUnitsSchema,
    /** What a relayer keeps. */
    feeBaseUnits: BaseUnitsSchema,
    /** Last second at which a relayer may fill it; what nobody filled by then is refunded here. */
    fillDeadlineSeconds: Type.Integer(),
  }),
  errorCodes: [
    'ZERO_AMOUNT',
    'INVALID_PARAMS',
    'UNKNOWN_TOKEN',
    'PROTOCOL_NOT_DEPLOYED',
    'BRIDGE_ROUTE_UNKNOWN',
    'ROUTE_UNSEEN',
    'DEPOSITS_PAUSED',
  ],
  async plan({ token: reference, destinationChainId, outputAmountBaseUnits, ...params }, ctx) {
    const inputAmount = readAmount(params.amountBaseUnits)
    const token = await resolveErc20(ctx, reference)
    const recipient = checkRecipient(params.recipient, ctx.account, token.address)
    const outputToken = findOutputToken(token.address, destinationChainId)
    if (outputToken === undefined) {
      throw BASE.error('BRIDGE_ROUTE_UNKNOWN', { token: token.symbol, destinationChainId })
    }
    ctx.step('quote')
    const outputAmount =
      outputAmountBaseUnits === undefined
        ? inputAmount -
          (await quoteMedian(ctx, { token, destinationChainId, outputToken })).feeOf(inputAmount)
        : readAmount(outputAmountBaseUnits, 'outputAmountBaseUnits')
    if (outputAmount <= 0n || outputAmount > inputAmount) {
      const problem = `is ${outputAmount}, expected at least 1 and at most the ${inputAmount} that are sent`
      throw new ToolError('INVALID_PARAMS', { path: '/outputAmountBaseUnits', problem })
    }
    ctx.step('terms')
    const { nowSeconds, fillBufferSeconds, isPaused } = await readTerms(ctx)
    if (isPaused) throw BASE.error('DEPOSITS_PAUSED', {})
    const { spokePool } = BASE.on(ctx.book)
    const data = encodeFunctionData({
      abi: spokePoolAbi,
      functionName: 'depositV3',
      args: [
        // Whom it goes back to where nobody fills it.
        ctx.account,
        recipient,
        token.address,
        outputToken,
        inputAmount,
        outputAmount,
        BigInt(destinationChainId),
        // Any relayer may fill it, and none calls with a message.
        zeroAddress,
        nowSeconds,
        nowSeconds + Math.min(FILL_SECONDS, fillBufferSeconds),
        0,
        '0x',
      ],
    })
    return planTransaction(
      [buildApproval(token.address, spokePool, inputAmount), { to: spokePool, valueWei: 0n, data }],
      {
        assets: [{ token: token.address, account: ctx.account, deltaBaseUnits: -inputAmount }],
        allowances: [{ token: token.address, owner: ctx.account, spender: spokePool, valueBaseUnits: 0n }],
        toleranceBps: 0,
      },
    )
  },
  settle({ plan, receipt, account }) {
    const assets = readTransferDeltas(receipt, account)
    const logs = parseEventLogs({
      abi: spokePoolAbi,
      eventName: 'FundsDeposited',
      logs: logsOfCalled({ plan, receipt }),
    })
    const sent = logs.find(({ args }) => holds(args.depositor, account))?.args
    return {
      data: {
        depositId: (sent?.depositId ?? 0n).toString(),
        recipient: (sent && addressIn(sent.recipient)) ?? zeroAddress,
        outputToken: (sent && addressIn(sent.outputToken)) ?? zeroAddress,
        sentBaseUnits: (sent?.inputAmount ?? 0n).toString(),
        outputAmountBaseUnits: (sent?.outputAmount ?? 0n).toString(),
        feeBaseUnits: ((sent?.inputAmount ?? 0n) - (sent?.outputAmount ?? 0n)).toString(),
        fillDeadlineSeconds: sent?.fillDeadline ?? 0,
      },
      actualOutcome: {
        ...EMPTY_OUTCOME,
        assets,
        allowances: readAllowancesLeft(receipt, plan.expectation.allowances),
      },
      groundTruthSource: 'receipt',
    }
  },
})
