import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { gatewayAbi } from './abi.ts'
import { BASE } from './base.ts'
import {
  assertOpen,
  changeOf,
  deltaOf,
  findHolding,
  INTEREST_TOLERANCE_BPS,
  LENDING_ERROR_CODES,
  readOwnAccount,
} from './lending.ts'
import { LendingResultSchema, readNativePaid, settleLending } from './settle.ts'

/** Supply the native coin through the gateway, which wraps it. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_supply_eth',
  description: 'Supply native ETH to Aave V3 through the WETH gateway.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    "aave_supply_eth supplies native ETH of the account to Aave V3 through its WETH gateway; the supply is the account's own and needs no allowance.",
  promptGuidelines: ['Keep enough ETH for gas.'],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ amountBaseUnits: BaseUnitsSchema }, { additionalProperties: false }),
  output: LendingResultSchema,
  errorCodes: LENDING_ERROR_CODES,
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    const { pool, gateway } = BASE.on(ctx.book)
    ctx.step('account')
    const account = await readOwnAccount(ctx)
    const { reserve } = await findHolding(ctx, account, ctx.book.nativeSymbol)
    assertOpen(reserve, 'supply')
    const data = encodeFunctionData({
      abi: gatewayAbi,
      functionName: 'depositETH',
      args: [pool, ctx.account, 0],
    })
    return planTransaction([{ to: gateway, valueWei: amount, data }], {
      assets: [deltaOf(ctx.account, NATIVE_TOKEN, -amount)],
      positions: [changeOf(reserve, 'held', amount, account.nowSeconds)],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: (input) => settleLending(input, readNativePaid(input)),
})
