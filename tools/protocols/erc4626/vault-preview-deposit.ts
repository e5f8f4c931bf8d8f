import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { PREVIEW_INPUT, PREVIEW_OUTPUT, readPreview } from './preview.ts'
import { VAULT_ERROR_CODES } from './vault.ts'

/** Preview what a deposit brings, by the vault's own view. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_preview_deposit',
  description: 'Preview shares for assets, or assets for shares, of a deposit into an ERC-4626 vault.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['vault'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_preview_deposit asks an ERC-4626 vault how many shares an amount of assets would bring, or what a number of shares would cost, its fees included.',
  promptGuidelines: ['A vault may lie in its previews: vault_simulate_deposit tells what really happens.'],
  supportedChains: CHAINS,
  input: PREVIEW_INPUT,
  output: PREVIEW_OUTPUT,
  errorCodes: [...VAULT_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    ctx.step('vault')
    return readPreview(ctx, params, { ofAssets: 'previewDeposit', ofShares: 'previewMint' })
  },
})
