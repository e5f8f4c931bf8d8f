import { formatUnits } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, type Static, Type } from '../../core/schema.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { slippageOfLimit } from '../../kit/slippage.ts'
import { readVault, requireAnswer, VaultSchema, type VaultView } from './vault.ts'

/** A vault, and how much: exactly one of both amounts. */
export const PREVIEW_INPUT = Type.Object(
  {
    vault: VaultSchema,
    amountBaseUnits: Type.Optional(BaseUnitsSchema),
    sharesBaseUnits: Type.Optional(BaseUnitsSchema),
  },
  { additionalProperties: false },
)

/** Both sides of an act, as the vault previews it. */
export const PREVIEW_OUTPUT = Type.Object({
  vault: AddressSchema,
  assetSymbol: Type.String(),
  assetsBaseUnits: BaseUnitsSchema,
  sharesBaseUnits: BaseUnitsSchema,
  /** Whole assets for one whole share, at these amounts; null where there are no shares. */
  sharePrice: Type.Union([Type.String(), Type.Null()]),
  /** How much worse than the share price without fees it is, rounded up; roundings count. */
  costBps: Type.Integer(),
})

/**
 * Ask a vault for the other side of an amount of assets or shares.
 *
 * @throws ToolError INVALID_PARAMS when none or both are given, ZERO_AMOUNT, NOT_A_VAULT
 */
export async function readPreview(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  { vault: address, amountBaseUnits, sharesBaseUnits }: Static<typeof PREVIEW_INPUT>,
  views: { readonly ofAssets: VaultView[0]; readonly ofShares: VaultView[0] },
): Promise<Static<typeof PREVIEW_OUTPUT>> {
  if ((amountBaseUnits === undefined) === (sharesBaseUnits === undefined)) {
    const problem = 'give exactly one of amountBaseUnits and sharesBaseUnits'
    throw new ToolError('INVALID_PARAMS', { path: '/amountBaseUnits', problem })
  }
  const isOfAssets = amountBaseUnits !== undefined
  const given = isOfAssets
    ? readAmount(amountBaseUnits)
    : readAmount(sharesBaseUnits ?? '0', 'sharesBaseUnits')
  const view = isOfAssets ? views.ofAssets : views.ofShares
  const [vault, [previewed, plain]] = await readVault(ctx, address, [
    [view, given],
    [isOfAssets ? 'convertToShares' : 'convertToAssets', given],
  ])
  const answer = requireAnswer(vault, view, previewed)
  const [assets, shares] = isOfAssets ? [given, answer] : [answer, given]
  const { decimals } = vault.asset
  return {
    vault: vault.address,
    assetSymbol: vault.asset.symbol,
    assetsBaseUnits: assets.toString(),
    sharesBaseUnits: shares.toString(),
    sharePrice:
      shares === 0n ? null : formatUnits((assets * 10n ** BigInt(vault.decimals)) / shares, decimals),
    costBps: slippageOfLimit(plain ?? answer, answer),
  }
}
