import { BaseUnitsSchema, Type } from '../core/schema.ts'
import { planControl } from './chain-control.ts'
import { DoneSchema, defineTestnetTool } from './define-testnet-tool.ts'

/** Set the base fee of the blocks that follow, to test gas spikes. */
export const TOOL_DEF = defineTestnetTool({
  name: 'testnet_set_base_fee',
  description: 'Set the base fee of the blocks that follow, to test gas spikes.',
  tickBudget: 'fast',
  promptSnippet:
    'testnet_set_base_fee sets the base fee of the next blocks of the local chain in wei, to see how actions behave when gas is expensive.',
  promptGuidelines: [],
  input: Type.Object({ baseFeeWei: BaseUnitsSchema }, { additionalProperties: false }),
  output: DoneSchema,
  errorCodes: ['CONTROL_NOT_AVAILABLE'],
  plan: ({ baseFeeWei }) => planControl('setBaseFee', { baseFeeWei }),
})
