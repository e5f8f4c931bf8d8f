import { planTransaction } from '../../core/plan.ts'
import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import {
  ACT_ERROR_CODES,
  assertLeast,
  assertWithin,
  buildDeposit,
  changes,
  moves,
  spentAllowance,
  YIELD_TOLERANCE_BPS,
} from './acts.ts'
import { CHAINS } from './chains.ts'
import { SHARES_OUTPUT, settleShares } from './settle.ts'
import { readVault, requireAnswer, VaultSchema } from './vault.ts'

/** Deposit an exact amount for shares. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_deposit',
  description: 'Deposit an exact asset amount into an ERC-4626 vault for a minimum of shares.',
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['vault'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_deposit puts an exact amount of its asset into an ERC-4626 vault for shares, which it previews; leastSharesBaseUnits bounds how few are accepted.',
  promptGuidelines: [
    'Of an unknown vault look at vault_check_inflation_risk and vault_check_conformance first.',
  ],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      amountBaseUnits: BaseUnitsSchema,
      leastSharesBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: ACT_ERROR_CODES,
  async plan({ vault: address, amountBaseUnits, leastSharesBaseUnits }, ctx) {
    const assets = readAmount(amountBaseUnits)
    ctx.step('vault')
    const [vault, [most, previewed]] = await readVault(ctx, address, [
      ['maxDeposit', ctx.account],
      ['previewDeposit', assets],
    ])
    assertWithin(vault, 'maxDeposit', most, assets)
    const shares = requireAnswer(vault, 'previewDeposit', previewed)
    assertLeast(vault, { act: 'mint', unit: 'shares', found: shares }, leastSharesBaseUnits)
    return planTransaction(buildDeposit(ctx, vault, assets), {
      assets: [moves(ctx, vault.asset.address, -assets)],
      allowances: [spentAllowance(ctx, vault)],
      positions: [changes(vault, shares)],
      toleranceBps: YIELD_TOLERANCE_BPS,
    })
  },
  settle: settleShares,
})
