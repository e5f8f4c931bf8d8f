import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool, type WriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { wethAbi } from './abi.ts'
import { BASE } from './base.ts'
import { readWrapDeltas } from './wrap-deltas.ts'

/** Define the tool that wraps or unwraps; both move the same amount, one for one, in opposite directions. */
export const defineWrapTool = (
  direction: 'wrap' | 'unwrap',
  words: Pick<WriteTool, 'name' | 'description' | 'promptSnippet' | 'promptGuidelines'>,
): WriteTool =>
  defineWriteTool({
    ...words,
    category: 'trading',
    riskTier: 'layer2',
    tickBudget: 'medium',
    progressSteps: ['build'],
    spriteTrigger: 'executing',
    supportedChains: EVM_CHAINS,
    input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
    output: Type.Object({ [`${direction}pedBaseUnits`]: BaseUnitsSchema }),
    errorCodes: ['ZERO_AMOUNT', 'PROTOCOL_NOT_DEPLOYED'],
    async plan(params, ctx) {
      const amountBaseUnits = readAmount(params.amountBaseUnits)
      const { weth } = BASE.on(ctx.book)
      ctx.step('build')
      const call =
        direction === 'wrap'
          ? { valueWei: amountBaseUnits, data: encodeFunctionData({ abi: wethAbi, functionName: 'deposit' }) }
          : {
              valueWei: 0n,
              data: encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amountBaseUnits] }),
            }
      const wrapped = direction === 'wrap' ? amountBaseUnits : -amountBaseUnits
      return planTransaction([{ to: weth, ...call }], {
        assets: [
          { token: NATIVE_TOKEN, account: ctx.account, deltaBaseUnits: -wrapped },
          { token: weth, account: ctx.account, deltaBaseUnits: wrapped },
        ],
      })
    },
    settle({ receipt, account }) {
      const assets = readWrapDeltas(receipt, account)
      const wrapped = assets
        .filter((delta) => delta.token !== NATIVE_TOKEN)
        .reduce((sum, delta) => sum + delta.deltaBaseUnits, 0n)
      const moved = direction === 'wrap' ? wrapped : -wrapped
      return {
        data: { [`${direction}pedBaseUnits`]: moved.toString() },
        actualOutcome: { ...EMPTY_OUTCOME, assets },
        groundTruthSource: 'receipt',
      }
    },
  })
