import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  ACT_ERROR_CODES,
  assertHeld,
  assertLeast,
  assertWithin,
  buildAct,
  buildDeposit,
  changes,
  spentAllowance,
  YIELD_TOLERANCE_BPS,
} from './acts.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { SHARES_OUTPUT, settleShares } from './settle.ts'
import { type AskedVault, readVaults, requireAnswer, VaultSchema } from './vault.ts'

/** Move an amount from one vault into another. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_migrate',
  description: 'Move an asset amount between two ERC-4626 vaults of one asset.',
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['vaults'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_migrate withdraws an exact amount from one ERC-4626 vault and deposits it into another one of the same asset, in one transaction.',
  promptGuidelines: ['Compare both first with vault_compare_vaults: a withdrawal fee eats what yield adds.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      from: VaultSchema,
      to: VaultSchema,
      amountBaseUnits: BaseUnitsSchema,
      leastSharesBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: [...ACT_ERROR_CODES, 'VAULT_ASSETS_DIFFER', 'INSUFFICIENT_LIQUIDITY'],
  async plan(params, ctx) {
    const assets = readAmount(params.amountBaseUnits)
    if (isAddressEqual(params.from, params.to)) {
      throw new ToolError('INVALID_PARAMS', { path: '/to', problem: 'is the vault that it comes from' })
    }
    const { account } = ctx
    ctx.step('vaults')
    const [[from, left], [to, entered]] = (await readVaults(
      ctx,
      [params.from, params.to],
      [
        ['balanceOf', account],
        ['maxWithdraw', account],
        ['previewWithdraw', assets],
        ['maxDeposit', account],
        ['previewDeposit', assets],
      ],
    )) as [AskedVault, AskedVault]
    if (!isAddressEqual(from.asset.address, to.asset.address)) {
      const [found, expected] = [from.asset.symbol, to.asset.symbol]
      throw BASE.error('VAULT_ASSETS_DIFFER', { from: from.address, to: to.address, found, expected })
    }
    // No preview need answer for more than could ever leave.
    if (left[2] === undefined) assertWithin(from, 'maxWithdraw', left[1], assets)
    const burned = requireAnswer(from, 'previewWithdraw', left[2])
    assertHeld(from, left[0] ?? 0n, burned)
    assertWithin(from, 'maxWithdraw', left[1], assets)
    assertWithin(to, 'maxDeposit', entered[3], assets)
    const minted = requireAnswer(to, 'previewDeposit', entered[4])
    assertLeast(to, { act: 'mint', unit: 'shares', found: minted }, params.leastSharesBaseUnits)
    return planTransaction(
      [buildAct(from, 'withdraw', [assets, account, account]), ...buildDeposit(ctx, to, assets)],
      {
        allowances: [spentAllowance(ctx, to)],
        positions: [changes(from, -burned), changes(to, minted)],
        toleranceBps: YIELD_TOLERANCE_BPS,
      },
    )
  },
  settle: settleShares,
})
