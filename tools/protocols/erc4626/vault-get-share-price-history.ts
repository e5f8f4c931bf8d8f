import { formatUnits } from 'viem'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { chooseWindow, describeWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { CHAINS } from './chains.ts'
import { describeGrowth, GROWTH_OUTPUT, listPrices, priceNow, readActs, readTimes, worthAt } from './past.ts'
import { readVault, VAULT_ERROR_CODES, VaultSchema } from './vault.ts'

/** Read what a share cost at past acts. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_get_share_price_history',
  description: 'Read the share price of an ERC-4626 vault at past deposits and withdrawals.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vault', 'logs', 'times'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_get_share_price_history lists what a share of an ERC-4626 vault cost at its deposits and withdrawals in a range of blocks, with the yield and the losses since.',
  promptGuidelines: ['Nothing is known of times without a deposit or a withdrawal.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      vault: VaultSchema,
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'most prices, the newest; 50 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    vault: AddressSchema,
    assetSymbol: Type.String(),
    /** Whole assets for one whole share. */
    sharePrice: Type.String(),
    ...GROWTH_OUTPUT,
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    /** Acts of less than a million base units tell no price and are left out. */
    prices: Type.Array(Type.Object({ blockNumber: Type.String(), sharePrice: Type.String() })),
  }),
  errorCodes: VAULT_ERROR_CODES,
  async read({ vault: address, limit = 50, ...params }, ctx) {
    ctx.step('vault')
    const [vault] = await readVault(ctx, address)
    const { decimals, asset, shareWorth, nowSeconds } = vault
    ctx.step('logs')
    const window = chooseWindow(params, vault.blockNumber)
    const points = listPrices(await readActs(ctx, [vault.address], window))
    ctx.step('times')
    const since = points[0]?.blockNumber
    const times = await readTimes(ctx, [since])
    const now = { price: priceNow(shareWorth, decimals), seconds: nowSeconds }
    return {
      vault: vault.address,
      assetSymbol: asset.symbol,
      sharePrice: formatUnits(shareWorth, asset.decimals),
      ...describeGrowth(points, now, since === undefined ? undefined : times.get(since)),
      ...describeWindow(window),
      totalFound: points.length,
      prices: points.slice(-limit).map(({ blockNumber, price }) => ({
        blockNumber: blockNumber.toString(),
        sharePrice: formatUnits(worthAt(price, decimals), asset.decimals),
      })),
    }
  },
})
