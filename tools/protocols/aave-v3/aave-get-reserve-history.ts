import { chainsOf } from '../../core/base.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeToken, RANGE_OUTPUT, RANGE_PARAMETERS, RateSchema, TOKEN_OUTPUT } from './describe.ts'
import { readPast } from './past.ts'
import { describeRate } from './rates.ts'
import { RESERVE_ERROR_CODES, resolveReserve } from './reserve.ts'

/** Read how a reserve's rates moved. */
export const TOOL_DEF = defineReadTool({
  name: 'aave_get_reserve_history',
  description: "Read a reserve's rates over a range of blocks, from its logs.",
  category: 'lending',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['reserve', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'aave_get_reserve_history lists how the supply and borrow rate of an Aave V3 reserve moved with each action over recent blocks, the newest last.',
  promptGuidelines: ['Between two entries the rates stood still and only the indexes grew.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ token: TokenSchema, ...RANGE_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    ...TOKEN_OUTPUT,
    ...RANGE_OUTPUT,
    updates: Type.Array(
      Type.Object({
        blockNumber: Type.String(),
        supplyRate: RateSchema,
        borrowRate: RateSchema,
        supplyIndex: BaseUnitsSchema,
        borrowIndex: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: RESERVE_ERROR_CODES,
  async read({ token, ...range }, ctx) {
    ctx.step('reserve')
    const reserve = await resolveReserve(ctx, token)
    ctx.step('logs')
    const past = await readPast(ctx, range, ({ fromBlock, toBlock }) =>
      ctx.chain.getContractEvents({
        address: BASE.on(ctx.book).pool,
        abi: poolAbi,
        eventName: 'ReserveDataUpdated',
        args: { reserve: reserve.token.address },
        fromBlock,
        toBlock,
        strict: true,
      }),
    )
    return {
      ...describeToken(reserve),
      ...past.range,
      updates: past.logs.map(({ blockNumber, args }) => ({
        blockNumber: blockNumber.toString(),
        supplyRate: describeRate(args.liquidityRate),
        borrowRate: describeRate(args.variableBorrowRate),
        supplyIndex: args.liquidityIndex.toString(),
        borrowIndex: args.variableBorrowIndex.toString(),
      })),
    }
  },
})
