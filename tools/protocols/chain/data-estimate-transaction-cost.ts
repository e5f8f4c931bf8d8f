import { formatEther, getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, HexSchema, Type } from '../../core/schema.ts'
import { describeNative } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readRevertData } from '../../kit/replay-revert.ts'
import { judgePrices, listFeeds, NO_STATE, renderMicroUsd, valueMicroUsd } from '../../kit/usd-price.ts'
import { assertFunded, readValueWei } from '../../kit/value-wei.ts'
import { readGasMarket, suggestMaxFeeWei } from './gas-market.ts'

/** Estimate gas and its cost in USD for given call data. */
export const TOOL_DEF = defineReadTool({
  name: 'data_estimate_transaction_cost',
  description: 'Estimate gas and its cost in ETH and USD for given call data.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_estimate_transaction_cost estimates the gas of one call and what it costs in ETH and USD at current fees; a call that would revert is reported.',
  promptGuidelines: ['Weigh the cost against the size of the action.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      to: AddressSchema,
      data: Type.Optional(HexSchema),
      valueWei: Type.Optional(BaseUnitsSchema),
      from: Type.Optional(AddressSchema),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    gas: BaseUnitsSchema,
    baseFeeWei: BaseUnitsSchema,
    priorityFeeWei: BaseUnitsSchema,
    /** Cost at the base fee of the next block and a normal priority fee. */
    costWei: BaseUnitsSchema,
    costNative: Type.String(),
    costUsd: Type.Union([Type.String(), Type.Null()]),
    /** Cost if the fee rises to the suggested cap. */
    maxCostWei: BaseUnitsSchema,
    isPriceStale: Type.Boolean(),
  }),
  errorCodes: ['SIMULATION_REVERTED', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const native = describeNative(ctx.book)
    const from = getAddress(params.from ?? ctx.account)
    const valueWei = readValueWei(params.valueWei, '/valueWei')
    ctx.step('read')
    const state = await ctx.chain.readState({
      ...NO_STATE,
      balances: [{ token: native.address, account: from }],
      feeds: listFeeds([native]),
    })
    assertFunded(ctx.book, { from, valueWei, path: '/valueWei' }, state.balances[0] ?? 0n)
    const [gas, market] = await Promise.all([
      ctx.chain
        .estimateGas({
          account: from,
          to: getAddress(params.to),
          data: params.data ?? '0x',
          value: valueWei,
        })
        .catch((cause: unknown) => rethrowRevert(ctx, cause)),
      readGasMarket(ctx.chain),
    ])
    const priorityFeeWei = market.priorityFeesWei[1]
    const costWei = gas * (market.baseFeeWei + priorityFeeWei)
    const price = judgePrices([native], state)[0]?.price
    return {
      gas: gas.toString(),
      baseFeeWei: market.baseFeeWei.toString(),
      priorityFeeWei: priorityFeeWei.toString(),
      costWei: costWei.toString(),
      costNative: formatEther(costWei),
      costUsd: price ? renderMicroUsd(valueMicroUsd(costWei, native.decimals, price)) : null,
      maxCostWei: (gas * suggestMaxFeeWei(market.baseFeeWei, priorityFeeWei)).toString(),
      isPriceStale: price?.isStale ?? false,
    }
  },
})

function rethrowRevert({ interfaces }: ToolContext, cause: unknown): never {
  const data = readRevertData(cause)
  if (data === undefined) throw cause
  throw new ToolError('SIMULATION_REVERTED', { reason: interfaces.explainRevert(data) }, { cause })
}
