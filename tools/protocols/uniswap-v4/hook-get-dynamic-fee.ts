import { chainsOf } from '../../core/base.ts'
import { Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { BASE } from './base.ts'
import {
  describePool,
  POOL_ERROR_CODES,
  POOL_OUTPUT,
  POOL_PARAMETERS,
  readPoolState,
  resolvePool,
} from './pool.ts'
import { readSwapLogs } from './swap-logs.ts'

/** Most changes of the fee that are listed; the newest count. */
const MOST_CHANGES = 100

/** Read the current LP fee of a V4 pool and what its swaps paid. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_get_dynamic_fee',
  description:
    'Read the current fee of a Uniswap V4 pool and the fees that its swaps of a range of blocks paid.',
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['state', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "hook_get_dynamic_fee reads a Uniswap V4 pool's present fee and how the fee of its swaps changed in a range of blocks, with least and most.",
  promptGuidelines: [
    'A hook may set another fee in the very trade that is sent: bound it by a least amount out.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ ...POOL_PARAMETERS, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    ...POOL_OUTPUT,
    lpFeeMillionths: Type.Integer(),
    ...WINDOW_OUTPUT,
    swapCount: Type.Integer(),
    leastFeeMillionths: Type.Union([Type.Integer(), Type.Null()]),
    mostFeeMillionths: Type.Union([Type.Integer(), Type.Null()]),
    /** The first swap of the range, and each one that paid another fee than the one before. */
    changes: Type.Array(Type.Object({ blockNumber: Type.String(), feeMillionths: Type.Integer() })),
  }),
  errorCodes: POOL_ERROR_CODES,
  async read(params, ctx) {
    const pool = await resolvePool(ctx, params)
    ctx.step('state')
    const state = await readPoolState(ctx, pool)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await readSwapLogs(ctx, pool, window)
    const fees = logs.map(({ args }) => args.fee)
    return {
      ...describePool(pool),
      lpFeeMillionths: state.lpFee,
      ...describeWindow(window),
      swapCount: logs.length,
      leastFeeMillionths: fees.length === 0 ? null : Math.min(...fees),
      mostFeeMillionths: fees.length === 0 ? null : Math.max(...fees),
      changes: logs
        .filter(({ args }, index) => args.fee !== fees[index - 1])
        .slice(-MOST_CHANGES)
        .map(({ args, blockNumber }) => ({ blockNumber: blockNumber.toString(), feeMillionths: args.fee })),
    }
  },
})
