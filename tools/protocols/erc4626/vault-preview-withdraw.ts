import { defineReadTool } from '../../core/tool-def.ts'
import { CHAINS } from './chains.ts'
import { PREVIEW_INPUT, PREVIEW_OUTPUT, readPreview } from './preview.ts'
import { VAULT_ERROR_CODES } from './vault.ts'

/** Preview what a withdrawal takes, by the vault's own view. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_preview_withdraw',
  description:
    'Preview shares burned for assets, or assets for shares, of a withdrawal from an ERC-4626 vault.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['vault'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_preview_withdraw asks an ERC-4626 vault how many shares an amount of assets would burn, or what a number of shares would pay, its fees included.',
  promptGuidelines: ['A preview knows no limits: vault_get_limits tells what leaves now.'],
  supportedChains: CHAINS,
  input: PREVIEW_INPUT,
  output: PREVIEW_OUTPUT,
  errorCodes: [...VAULT_ERROR_CODES, 'ZERO_AMOUNT'],
  async read(params, ctx) {
    ctx.step('vault')
    return readPreview(ctx, params, { ofAssets: 'previewWithdraw', ofShares: 'previewRedeem' })
  },
})
