import { planWithNeeds } from '../../core/plan.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS, SlippageSchema } from '../../kit/slippage.ts'
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
import { resolveOther, sell, ZAP_ERROR_CODES } from './zap.ts'

/** Swap a token into a vault's asset and deposit what the swap brings at least. */
export const TOOL_DEF = defineWriteTool({
  name: 'vault_zap_deposit',
  description: "Swap a token into an ERC-4626 vault's asset and deposit it.",
  category: 'vault',
  riskTier: 'layer2',
  tickBudget: 'slow',
  progressSteps: ['vault', 'prices'],
  spriteTrigger: 'executing',
  promptSnippet:
    'vault_zap_deposit sells an exact amount of a token for the asset of an ERC-4626 vault through the best pool and deposits that, in one transaction.',
  promptGuidelines: ['What the swap brings above its bound stays in the account.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      token: TokenSchema,
      amountBaseUnits: BaseUnitsSchema,
      leastSharesBaseUnits: Type.Optional(BaseUnitsSchema),
      slippageBps: SlippageSchema,
    },
    { additionalProperties: false },
  ),
  output: SHARES_OUTPUT,
  errorCodes: [...ACT_ERROR_CODES, ...ZAP_ERROR_CODES],
  async plan({ slippageBps = DEFAULT_SLIPPAGE_BPS, ...params }, ctx) {
    const amount = readAmount(params.amountBaseUnits)
    ctx.step('vault')
    const [known] = await readVault(ctx, params.vault)
    const token = await resolveOther(ctx, known, params.token)
    ctx.step('prices')
    const need = await sell(ctx, [token, known.asset], amount, { slippageBps })
    const assets = need.leastOutBaseUnits
    const [vault, [most, previewed]] = await readVault(ctx, params.vault, [
      ['maxDeposit', ctx.account],
      ['previewDeposit', assets],
    ])
    assertWithin(vault, 'maxDeposit', most, assets)
    const shares = requireAnswer(vault, 'previewDeposit', previewed)
    assertLeast(vault, { act: 'mint', unit: 'shares', found: shares }, params.leastSharesBaseUnits)
    return planWithNeeds([need], buildDeposit(ctx, vault, assets), {
      assets: [moves(ctx, vault.asset.address, -assets)],
      allowances: [spentAllowance(ctx, vault)],
      positions: [changes(vault, shares)],
      toleranceBps: YIELD_TOLERANCE_BPS,
    })
  },
  settle: settleShares,
})
