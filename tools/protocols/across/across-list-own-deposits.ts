import { AddressSchema, BaseUnitsSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { holds, readDeposits } from './deposits.ts'

/** List what an account sent through Across from this chain. */
export const TOOL_DEF = defineReadTool({
  name: 'across_list_own_deposits',
  description: 'List what an account sent through Across from this chain, with amounts and fill deadlines.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'across_list_own_deposits lists what the account sent to other chains through Across: amounts, recipient, and until when a relayer may fill it.',
  promptGuidelines: ['Whether a deposit was filled is known on the other chain alone.'],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most deposits, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    /** The newest last. */
    deposits: Type.Array(
      Type.Object({
        depositId: Type.String(),
        destinationChainId: Type.Integer(),
        /** Addresses as words, as Across has those of all chains. */
        inputToken: HexSchema,
        outputToken: HexSchema,
        recipient: HexSchema,
        /** Whether it goes to the same address that sent it. */
        isToSelf: Type.Boolean(),
        inputAmountBaseUnits: BaseUnitsSchema,
        /** In base units of the token on the other chain. */
        outputAmountBaseUnits: BaseUnitsSchema,
        quotedAtSeconds: Type.Integer(),
        /** Last second at which a relayer may fill it; what nobody filled by then is refunded here. */
        fillDeadlineSeconds: Type.Integer(),
        isPastDeadline: Type.Boolean(),
        blockNumber: Type.String(),
        transactionHash: HashSchema,
      }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read({ account, limit = 50, ...params }, ctx) {
    const depositor = account ?? ctx.account
    ctx.step('logs')
    const [window, { timestamp }] = await Promise.all([readWindow(ctx, params), ctx.chain.getBlock()])
    const logs = await readDeposits(ctx, { depositor }, window)
    return {
      ...describeWindow(window),
      totalFound: logs.length,
      deposits: logs.slice(-limit).map(({ args, blockNumber, transactionHash }) => ({
        depositId: args.depositId.toString(),
        destinationChainId: Number(args.destinationChainId),
        inputToken: args.inputToken,
        outputToken: args.outputToken,
        recipient: args.recipient,
        isToSelf: holds(args.recipient, depositor),
        inputAmountBaseUnits: args.inputAmount.toString(),
        outputAmountBaseUnits: args.outputAmount.toString(),
        quotedAtSeconds: args.quoteTimestamp,
        fillDeadlineSeconds: args.fillDeadline,
        isPastDeadline: timestamp > BigInt(args.fillDeadline),
        blockNumber: blockNumber.toString(),
        transactionHash,
      })),
    }
  },
})
