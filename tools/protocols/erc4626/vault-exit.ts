import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { planRedemption, readExit } from './redemption.ts'
import { SHARES_OUTPUT, settleShares } from './settle.ts'
import { VaultSchema } from './vault.ts'

/** Redeem all shares that leave now. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_exit',
  description: 'Redeem all shares that an ERC-4626 vault lets out now.',
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['vault'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_exit redeems all shares of an ERC-4626 vault that it lets out now, the dust of its roundings included; what is lent on or locked stays.',
  promptGuidelines: ['vault_get_position shows what stayed; exit again once the vault has liquidity.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { vault: VaultSchema, leastAssetsBaseUnits: Type.Optional(BaseUnitsSchema) },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: ['NOT_A_VAULT', 'VAULT_LIMIT', 'VAULT_RATE_WORSE', 'INSUFFICIENT_LIQUIDITY'],
  async plan({ vault, leastAssetsBaseUnits }, ctx) {
    ctx.step('vault')
    return planRedemption(ctx, await readExit(ctx, vault), leastAssetsBaseUnits)
  },
  settle: settleShares,
})
