import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  ACT_ERROR_CODES,
  assertHeld,
  assertMost,
  assertWithin,
  buildAct,
  changes,
  moves,
  YIELD_TOLERANCE_BPS,
} from './acts.ts'
import { CHAINS } from './chains.ts'
import { SHARES_OUTPUT, settleShares } from './settle.ts'
import { readVault, requireAnswer, VaultSchema } from './vault.ts'

/** Withdraw an exact amount for shares. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_withdraw',
  description: 'Withdraw an exact asset amount from an ERC-4626 vault for a maximum of shares.',
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['vault'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_withdraw takes an exact amount of its asset out of an ERC-4626 vault for shares; mostSharesBaseUnits bounds how many may be burned for it.',
  promptGuidelines: ['To take everything out use vault_exit: an amount leaves what yield adds meanwhile.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      amountBaseUnits: BaseUnitsSchema,
      mostSharesBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: [...ACT_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ vault: address, amountBaseUnits, mostSharesBaseUnits }, ctx) {
    const assets = readAmount(amountBaseUnits)
    const { account } = ctx
    ctx.step('vault')
    const [vault, [held, most, previewed]] = await readVault(ctx, address, [
      ['balanceOf', account],
      ['maxWithdraw', account],
      ['previewWithdraw', assets],
    ])
    // No preview need answer for more than could ever leave.
    if (previewed === undefined) assertWithin(vault, 'maxWithdraw', most, assets)
    const shares = requireAnswer(vault, 'previewWithdraw', previewed)
    assertHeld(vault, held ?? 0n, shares)
    assertWithin(vault, 'maxWithdraw', most, assets)
    assertMost(vault, { act: 'burn', unit: 'shares', found: shares }, mostSharesBaseUnits)
    return planTransaction([buildAct(vault, 'withdraw', [assets, account, account])], {
      assets: [moves(ctx, vault.asset.address, assets)],
      positions: [changes(vault, -shares)],
      toleranceBps: YIELD_TOLERANCE_BPS,
    })
  },
  settle: settleShares,
})
