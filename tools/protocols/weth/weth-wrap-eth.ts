import { encodeFunctionData } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../chains.ts'
import { wethAbi } from './abi.ts'
import { wethAddress } from './protocol.ts'
import { readWrapDeltas } from './wrap-deltas.ts'

/** Wrap native ETH into WETH, one for one. */
export const TOOL_DEF = defineWriteTool({
  name: 'weth_wrap_eth',
  description: 'Wrap native ETH into WETH.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'weth_wrap_eth wraps native ETH held by the account into WETH at one to one, so that it can be traded or supplied.',
  promptGuidelines: ['Keep enough ETH for gas.'],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: Type.Object({ wrappedBaseUnits: BaseUnitsSchema }),
  errorCodes: ['ZERO_AMOUNT', 'PROTOCOL_NOT_DEPLOYED'],
  async plan(params, ctx) {
    const amountBaseUnits = BigInt(params.amountBaseUnits)
    if (amountBaseUnits === 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'amountBaseUnits' })
    const weth = wethAddress(ctx.book)
    ctx.step('build')
    const data = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
    return planTransaction([{ to: weth, valueWei: amountBaseUnits, data }], {
      assets: [
        { token: NATIVE_TOKEN, account: ctx.account, deltaBaseUnits: -amountBaseUnits },
        { token: weth, account: ctx.account, deltaBaseUnits: amountBaseUnits },
      ],
    })
  },
  settle({ receipt, account }) {
    const assets = readWrapDeltas(receipt, account)
    const wrapped = assets.find((delta) => delta.token !== NATIVE_TOKEN)?.deltaBaseUnits ?? 0n
    return {
      data: { wrappedBaseUnits: wrapped.toString() },
      actualOutcome: { ...EMPTY_OUTCOME, assets },
      groundTruthSource: 'receipt',
    }
  },
})
