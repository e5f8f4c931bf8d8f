import { formatGwei } from 'viem'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readGasMarket, suggestMaxFeeWei } from './gas-market.ts'

const Suggestion = Type.Object({ priorityFeeWei: BaseUnitsSchema, maxFeeWei: BaseUnitsSchema })

/** Get the base fee of the next block and priority-fee percentiles with suggestions. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_gas_price',
  description:
    'Get the base fee of the next block and priority-fee percentiles with low, normal and fast suggestions.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_gas_price gets the base fee of the next block and low, normal and fast fee suggestions from the last twenty blocks.',
  promptGuidelines: ['Wait with actions that are not urgent while gas is expensive.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    baseFeeWei: BaseUnitsSchema,
    baseFeeGwei: Type.String(),
    low: Suggestion,
    normal: Suggestion,
    fast: Suggestion,
    /** Recent blocks with transactions, on which the suggestions rest. */
    usedBlocks: Type.Integer(),
  }),
  errorCodes: [],
  async read(_params, ctx) {
    ctx.step('read')
    const { baseFeeWei, priorityFeesWei, usedBlocks } = await readGasMarket(ctx.chain)
    const suggest = (priorityFeeWei: bigint) => ({
      priorityFeeWei: priorityFeeWei.toString(),
      maxFeeWei: suggestMaxFeeWei(baseFeeWei, priorityFeeWei).toString(),
    })
    const [low, normal, fast] = priorityFeesWei
    return {
      baseFeeWei: baseFeeWei.toString(),
      baseFeeGwei: formatGwei(baseFeeWei),
      low: suggest(low),
      normal: suggest(normal),
      fast: suggest(fast),
      usedBlocks,
    }
  },
})
