import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { planRedemption, readRedemption } from './redemption.ts'
import { SHARES_OUTPUT, settleShares } from './settle.ts'
import { VaultSchema } from './vault.ts'

/** Redeem an exact number of shares. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_redeem_shares',
  description: 'Redeem an exact share amount of an ERC-4626 vault for a minimum of assets.',
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['vault'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_redeem_shares gives an exact number of shares of an ERC-4626 vault back for its asset; leastAssetsBaseUnits bounds how little is accepted.',
  promptGuidelines: ['To take everything out that leaves now use vault_exit.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      sharesBaseUnits: BaseUnitsSchema,
      leastAssetsBaseUnits: Type.Optional(BaseUnitsSchema),
    },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: [...ACT_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ vault, sharesBaseUnits, leastAssetsBaseUnits }, ctx) {
    const shares = readAmount(sharesBaseUnits, 'sharesBaseUnits')
    ctx.step('vault')
    return planRedemption(ctx, await readRedemption(ctx, vault, shares), leastAssetsBaseUnits)
  },
  settle: settleShares,
})
