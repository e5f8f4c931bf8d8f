import { planWithNeeds } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
import { ACT_ERROR_CODES } from './acts.ts'
import { CHAINS } from './chains.ts'
import { planRedemption, readRedemption } from './redemption.ts'
import { SHARES_OUTPUT, settleShares } from './settle.ts'
import { VaultSchema } from './vault.ts'
import { resolveOther, sell, ZAP_ERROR_CODES } from './zap.ts'

/** Redeem shares and swap what they pay into another token. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_zap_withdraw',
  description: 'Redeem shares of an ERC-4626 vault and swap the asset into another token.',
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['vault', 'prices'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_zap_withdraw redeems an exact number of shares of an ERC-4626 vault and sells the asset for another token through the best pool, in one transaction.',
  promptGuidelines: ['Into a token that carries risk it is a purchase, whatever the vault held.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      token: TokenSchema,
      sharesBaseUnits: BaseUnitsSchema,
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: [...ACT_ERROR_CODES, ...ZAP_ERROR_CODES, 'INSUFFICIENT_LIQUIDITY'],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const shares = readAmount(params.sharesBaseUnits, 'sharesBaseUnits')
    ctx.step('vault')
    const redemption = await readRedemption(ctx, params.vault, shares)
    const { vault, assets } = redemption
    const token = await resolveOther(ctx, vault, params.token)
    ctx.step('prices')
    const { calls, expectation } = planRedemption(ctx, redemption)
    const need = await sell(ctx, [vault.asset, token], assets, { slippageBps, afterCalls: calls.length })
    return planWithNeeds([need], calls, expectation)
  },
  settle: settleShares,
})
