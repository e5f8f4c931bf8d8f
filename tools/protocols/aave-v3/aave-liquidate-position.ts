import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { buildApproval } from '../../kit/approval.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { poolAbi } from './abi.ts'
import { readAccount } from './account.ts'
import { BASE } from './base.ts'
import { sharesOf } from './health.ts'
import { assertThere, deltaOf, findHolding, LENDING_ERROR_CODES, noAllowanceLeft } from './lending.ts'
import { toClosable, toCovered } from './liquidation.ts'
import { renderHealth, WAD } from './rates.ts'
import { LendingResultSchema, settleLending } from './settle.ts'
import { convert } from './swaps.ts'

/** Prices and interest move between plan and execution: what is seized moves with them. */
const SEIZURE_TOLERANCE_BPS = 10

/** Repay an unhealthy account's debt for its collateral. */
export const TOOL_DEF = defineWriteTool({
  name: 'aave_liquidate_position',
  description: 'Liquidate an unhealthy account at Aave V3 and receive its collateral.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'medium',
  progressSteps: ['account'],
  spriteTrigger: 'executing',
  promptSnippet:
    'aave_liquidate_position repays a debt of an account whose Aave V3 health factor is below one, and receives its collateral with a bonus; it pays the debt with own tokens.',
  promptGuidelines: ['Find accounts and pairs with aave_list_liquidatable_accounts.'],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    {
      borrower: AddressSchema,
      collateral: TokenSchema,
      debt: TokenSchema,
      amountBaseUnits: Type.String({ ...BaseUnitsSchema, description: 'most debt to repay, base units' }),
    },
    { additionalProperties: false },
  ),
  output: LendingResultSchema,
  errorCodes: [...LENDING_ERROR_CODES, 'NOT_LIQUIDATABLE'],
  async plan(params, ctx) {
    const most = readAmount(params.amountBaseUnits)
    const borrower = getAddress(params.borrower)
    if (isAddressEqual(borrower, ctx.account)) {
      throw new ToolError('INVALID_PARAMS', { path: '/borrower', problem: 'is the account itself' })
    }
    ctx.step('account')
    const account = await readAccount(ctx, borrower)
    const [debt, collateral] = await Promise.all([
      findHolding(ctx, account, params.debt),
      findHolding(ctx, account, params.collateral),
    ])
    const { healthWad } = account
    if (healthWad >= WAD)
      throw BASE.error('NOT_LIQUIDATABLE', { borrower, found: renderHealth(healthWad) ?? 'none' })
    const { bonusBps, thresholdBps } = sharesOf(collateral, account.eModes.get(account.eModeId))
    assertThere(debt.debtBaseUnits, 'debt', debt.reserve.token.symbol)
    const isPledged = collateral.isCollateral && thresholdBps > 0
    assertThere(isPledged ? collateral.suppliedBaseUnits : 0n, 'collateral', collateral.reserve.token.symbol)
    const closable = toClosable(debt, healthWad)
    const wanted = most < closable ? most : closable
    const bonus = BigInt(bonusBps)
    const seized = (convert(wanted, debt, collateral) * bonus) / 10_000n
    if (seized > collateral.suppliedBaseUnits) {
      const problem = `repays more than ${collateral.reserve.token.symbol} covers: repay at most ${toCovered(collateral, debt, bonusBps)} base units`
      throw new ToolError('INVALID_PARAMS', { path: '/amountBaseUnits', problem })
    }
    // The protocol keeps a share of what is on top of the debt.
    const fee =
      ((seized - (seized * 10_000n) / bonus) * BigInt(collateral.reserve.configuration.protocolFeeBps)) /
      10_000n
    const { pool } = BASE.on(ctx.book)
    const [paid, got] = [debt.reserve.token.address, collateral.reserve.token.address]
    const data = encodeFunctionData({
      abi: poolAbi,
      functionName: 'liquidationCall',
      args: [got, paid, borrower, wanted, false],
    })
    return planTransaction(
      [buildApproval(paid, pool, wanted), { to: pool, valueWei: 0n, data }, buildApproval(paid, pool, 0n)],
      {
        assets: [deltaOf(ctx.account, paid, -wanted), deltaOf(ctx.account, got, seized - fee)],
        allowances: noAllowanceLeft(ctx, paid),
        toleranceBps: SEIZURE_TOLERANCE_BPS,
      },
    )
  },
  settle: (input) => settleLending(input),
})
