import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { pairAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describePair, PAIR_OUTPUT, PAIR_PARAMETERS, resolvePair } from './pair.ts'

/** List recent swaps of a V2 pair. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v2_pair_swaps',
  description: 'List recent swaps of a Uniswap V2 pair with direction, amounts, sender and recipient.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_v2_pair_swaps lists the latest swaps of a Uniswap V2 pair with direction, amounts and who traded, the newest last.',
  promptGuidelines: ['Keep the number of blocks small; raise it only when nothing is found.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...PAIR_PARAMETERS,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most swaps, 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...PAIR_OUTPUT,
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    swaps: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        transactionHash: HashSchema,
        amount0InBaseUnits: BaseUnitsSchema,
        amount1InBaseUnits: BaseUnitsSchema,
        amount0OutBaseUnits: BaseUnitsSchema,
        amount1OutBaseUnits: BaseUnitsSchema,
        sender: AddressSchema,
        recipient: AddressSchema,
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS', 'SAME_TOKEN', 'UNKNOWN_TOKEN', 'NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ limit = 50, ...params }, ctx) {
    const pair = await resolvePair(ctx, params)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address: pair.address,
      abi: pairAbi,
      eventName: 'Swap',
      ...window,
      strict: true,
    })
    return {
      ...describePair(pair),
      ...describeWindow(window),
      totalFound: logs.length,
      // What came in of the token that also goes out is part of the trade: a flash swap has both.
      swaps: logs.slice(-limit).map(({ args, blockNumber, transactionHash }) => ({
        blockNumber: blockNumber.toString(),
        transactionHash,
        amount0InBaseUnits: args.amount0In.toString(),
        amount1InBaseUnits: args.amount1In.toString(),
        amount0OutBaseUnits: args.amount0Out.toString(),
        amount1OutBaseUnits: args.amount1Out.toString(),
        sender: args.sender,
        recipient: args.to,
      })),
    }
  },
})
