import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import { findCollateralProblem, servesByItself } from './health.ts'
import {
  assertCanServe,
  assertHealthy,
  assertOpen,
  buildSupply,
  changeOf,
  deltaOf,
  findHolding,
  INTEREST_TOLERANCE_BPS,
  LENDING_ERROR_CODES,
  noAllowanceLeft,
  readOwnAccount,
  withHolding,
} from './lending.ts'
import { LendingResultSchema, settleLending } from './settle.ts'

/** Supply an asset and, where it may serve as collateral, let it. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_supply_collateral',
  description: 'Supply an asset to Aave V3 and enable it as collateral.',
  category: 'lending',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_supply_collateral supplies an asset to Aave V3, where it earns interest and secures debt; it approves exactly the amount and leaves no allowance.',
  promptGuidelines: [
    'Set asCollateral to false for a supply that is to earn interest alone: all of its token then secures nothing.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      token: TokenSchema,
      amountBaseUnits: BaseUnitsSchema,
      asCollateral: Type.Optional(Type.Boolean({ description: 'true by default, where it may serve' })),
    },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'NOT_COLLATERAL'],
  async plan(params, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('account')
    const account = await readOwnAccount(ctx)
    const holding = await findHolding(ctx, account, params.token)
    const { reserve } = holding
    assertOpen(reserve, 'supply')
    if (params.asCollateral) assertCanServe(account, holding)
    const canServe = holding.isCollateral || findCollateralProblem(account.holdings, holding) === undefined
    const { asCollateral = canServe } = params
    // What is supplied already is taken away from what is owed as well.
    if (holding.isCollateral && !asCollateral) {
      assertHealthy(account, withHolding(account, { ...holding, isCollateral: false }))
    }
    const asset = reserve.token.address
    const isEnabled = servesByItself(account.holdings, holding)
    const data = encodeFunctionData({
      abi: poolAbi,
      functionName: 'setUserUseReserveAsCollateral',
      args: [asset, asCollateral],
    })
    const toggle = isEnabled === asCollateral ? [] : [{ to: BASE.on(ctx.book).pool, valueWei: 0n, data }]
    return planTransaction([...buildSupply(ctx, reserve, amount), ...toggle], {
      assets: [deltaOf(ctx.account, asset, -amount)],
      allowances: noAllowanceLeft(ctx, asset),
      positions: [changeOf(reserve, 'held', amount, account.nowSeconds)],
      toleranceBps: INTEREST_TOLERANCE_BPS,
    })
  },
  settle: (input) => settleLending(input),
})
