import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { EFFECTS, EffectSchema } from './effects.ts'
import { LIMIT } from './limit.ts'

/** List what went through the cage, as it recorded it. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_list_cage_actions',
  description: 'List what went through the PolicyCage: effect, outflow, loss and value by permit.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_list_cage_actions lists the actions that went through the PolicyCage in recent blocks, with effect, outflow, loss and value after each, the newest last.',
  promptGuidelines: ['A permit id that the stack does not know is not its own action.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ ...WINDOW_PARAMETERS, ...LIMIT }, { additionalProperties: false }),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    /** Entries in the window, of which the newest are shown. */
    totalFound: Type.Integer(),
    actions: Type.Array(
      Type.Object({
        permitId: HashSchema,
        effect: EffectSchema,
        outflowUsdcBaseUnits: BaseUnitsSchema,
        lossUsdcBaseUnits: BaseUnitsSchema,
        netAssetValueUsdcBaseUnits: BaseUnitsSchema,
        /** USDC of one share, scaled by 10^18. */
        highWaterMarkWad: BaseUnitsSchema,
        blockNumber: Type.String(),
        transactionHash: HashSchema,
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ limit = 50, ...params }, ctx) {
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getContractEvents({
      address: ctx.account,
      abi: policyCageAbi,
      eventName: 'Executed',
      ...window,
      strict: true,
    })
    return {
      ...describeWindow(window),
      totalFound: logs.length,
      actions: logs.slice(-limit).map(({ args, blockNumber, transactionHash }) => ({
        permitId: args.permitId,
        effect: EFFECTS[args.effect] ?? 'risk',
        outflowUsdcBaseUnits: args.outflowUsdc.toString(),
        lossUsdcBaseUnits: args.lossUsdc.toString(),
        netAssetValueUsdcBaseUnits: args.netAssetValueUsdc.toString(),
        highWaterMarkWad: args.highWaterMark.toString(),
        blockNumber: blockNumber.toString(),
        transactionHash,
      })),
    }
  },
})
