import { BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { chooseWindow, describeWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { actsOf, describeGrowth, GROWTH_OUTPUT, listPrices, priceNow, readActs, readTimes } from './past.ts'
import {
  type AskedVault,
  describeVault,
  readVaults,
  VAULT_ERROR_CODES,
  VAULT_OUTPUT,
  VaultSchema,
} from './vault.ts'

/** Where a vault without a realised yield stands: behind every other. */
const UNKNOWN = Number.MIN_SAFE_INTEGER

/** Compare vaults of one asset by what they earned, lost and let out. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_compare_vaults',
  description: 'Compare ERC-4626 vaults of one asset by realised yield, drawdown and exit liquidity.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['vaults', 'logs', 'times'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_compare_vaults compares ERC-4626 vaults of one asset: yield and deepest loss of their shares over a range of blocks, room for deposits, and what of the own shares leaves now.',
  promptGuidelines: ['A yield that one transfer made is none: look at vault_get_share_price_history.'],
  supportedChains: CHAINS,
  input: Type.Object(
    { vaults: Type.Array(VaultSchema, { minItems: 2, maxItems: 10 }), ...WINDOW_PARAMETERS },
    { additionalProperties: false },
  ),
  output: Type.Object({
    assetSymbol: Type.String(),
    ...WINDOW_OUTPUT,
    /** The best realised yield first; those without one last. */
    vaults: Type.Array(
      Type.Object({
        ...VAULT_OUTPUT,
        ...GROWTH_OUTPUT,
        /** Assets that lie in the vault itself, beside what it lent on. */
        idleBaseUnits: BaseUnitsSchema,
        ownSharesBaseUnits: BaseUnitsSchema,
        /** Of the own shares those that leave now. */
        redeemableSharesBaseUnits: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: [...VAULT_ERROR_CODES, 'VAULT_ASSETS_DIFFER'],
  async read({ vaults: addresses, ...params }, ctx) {
    ctx.step('vaults')
    const { account } = ctx
    const asked = await readVaults(ctx, addresses, [
      ['balanceOf', account],
      ['maxRedeem', account],
    ])
    const [[first]] = asked as readonly [AskedVault]
    const other = asked.find(([{ asset }]) => asset.address !== first.asset.address)?.[0]
    if (other !== undefined) {
      throw BASE.error('VAULT_ASSETS_DIFFER', {
        from: first.address,
        to: other.address,
        found: first.asset.symbol,
        expected: other.asset.symbol,
      })
    }
    ctx.step('logs')
    const window = chooseWindow(params, first.blockNumber)
    const listed = asked.map(([{ address }]) => address)
    const [acts, { balances }] = await Promise.all([
      readActs(ctx, listed, window),
      ctx.chain.readState({
        allowances: [],
        codeHashes: [],
        feeds: [],
        balances: listed.map((holder) => ({ token: first.asset.address, account: holder })),
      }),
    ])
    const priced = listed.map((vault) => listPrices(actsOf(acts, vault)))
    ctx.step('times')
    const times = await readTimes(
      ctx,
      priced.map(([point]) => point?.blockNumber),
    )
    const compared = asked.map(([vault, [held = 0n, most = 0n]], index) => {
      const points = priced[index] ?? []
      const now = { price: priceNow(vault.shareWorth, vault.decimals), seconds: vault.nowSeconds }
      return {
        ...describeVault(vault),
        ...describeGrowth(points, now, times.get(points[0]?.blockNumber ?? -1n)),
        idleBaseUnits: (balances[index] ?? 0n).toString(),
        ownSharesBaseUnits: held.toString(),
        redeemableSharesBaseUnits: (most < held ? most : held).toString(),
      }
    })
    return {
      assetSymbol: first.asset.symbol,
      ...describeWindow(window),
      vaults: compared.toSorted((a, b) => (b.realisedAprBps ?? UNKNOWN) - (a.realisedAprBps ?? UNKNOWN)),
    }
  },
})
