import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { factoryAbi } from './abi.ts'
import { BASE, listKnownVaults } from './base.ts'
import { CHAINS } from './chains.ts'
import { actsOf, describeGrowth, GROWTH_OUTPUT, listPrices, priceNow, readActs, readTimes } from './past.ts'
import { describeVault, findVaults, VAULT_OUTPUT } from './vault.ts'

/** List vaults that the book knows, and those that MetaMorpho's factory made. */
export const TOOL_DEF = defineReadTool({
  name: 'vault_list_vaults',
  description: 'List known ERC-4626 vaults of an asset with size and realised yield.',
  category: 'vault',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['factory', 'vaults', 'logs'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'vault_list_vaults lists the ERC-4626 vaults that are known and those that the MetaMorpho factory made in a range of blocks, with size, share price and realised yield.',
  promptGuidelines: ['Anyone makes vaults: one that is not listed needs the owner before anything goes in.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      asset: Type.Optional(TokenSchema),
      ...WINDOW_PARAMETERS,
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'most vaults of the factory, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...WINDOW_OUTPUT,
    totalFound: Type.Integer(),
    /** Those that are known first. */
    vaults: Type.Array(Type.Object({ ...VAULT_OUTPUT, ...GROWTH_OUTPUT })),
    /** Those that do not say what they hold, or of what. */
    unread: Type.Array(AddressSchema),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read({ asset: reference, limit = 10, ...params }, ctx) {
    const { factory: address } = BASE.on(ctx.book)
    const asset = reference === undefined ? undefined : await resolveErc20(ctx, reference)
    ctx.step('factory')
    const window = await readWindow(ctx, params)
    const created = await ctx.chain.getContractEvents({
      address,
      abi: factoryAbi,
      eventName: 'CreateMetaMorpho',
      ...(asset === undefined ? {} : { args: { asset: asset.address } }),
      ...window,
      strict: true,
    })
    const known = listKnownVaults(ctx.book).filter(
      (vault) => asset === undefined || (vault.asset && isAddressEqual(vault.asset, asset.address)),
    )
    const others = created
      .map(({ args }) => getAddress(args.metaMorpho))
      .filter((vault) => !known.some(({ address: listed }) => listed === vault))
    const named = [...known.map((vault) => vault.address), ...others.slice(-limit)]
    ctx.step('vaults')
    const found = named.length === 0 ? [] : await findVaults(ctx, named)
    const vaults = found.flatMap((vault) => (vault instanceof ToolError ? [] : [vault]))
    ctx.step('logs')
    const acts = named.length === 0 ? [] : await readActs(ctx, named, window)
    const priced = vaults.map(([vault]) => ({ vault, points: listPrices(actsOf(acts, vault.address)) }))
    const times = await readTimes(
      ctx,
      priced.map(({ points }) => points[0]?.blockNumber),
    )
    return {
      ...describeWindow(window),
      totalFound: known.length + others.length,
      vaults: priced.map(({ vault, points }) => ({
        ...describeVault(vault),
        ...describeGrowth(
          points,
          { price: priceNow(vault.shareWorth, vault.decimals), seconds: vault.nowSeconds },
          times.get(points[0]?.blockNumber ?? -1n),
        ),
      })),
      unread: named.filter((_, index) => found[index] instanceof ToolError),
    }
  },
})
