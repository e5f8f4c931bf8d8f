import type { Address } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { planTransaction } from '../../core/plan.ts'
import { divideUp } from '../../kit/divide-up.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import {
  assertHeld,
  assertLeast,
  assertWithin,
  buildAct,
  changes,
  moves,
  YIELD_TOLERANCE_BPS,
} from './acts.ts'
import { askVault, readVault, requireAnswer, type Vault, type VaultView } from './vault.ts'

type Acting = Pick<ToolContext, 'book' | 'chain' | 'account'>

/** Shares that can be redeemed, and what the vault says they pay. */
export interface Redemption {
  readonly vault: Vault
  readonly shares: bigint
  readonly assets: bigint
  /** Whether they are all that is left, and worth no more than what rounding takes. */
  readonly isDust: boolean
}

/**
 * Read what an exact number of shares pays.
 *
 * @throws ToolError NOT_A_VAULT, INSUFFICIENT_LIQUIDITY when the account has fewer, VAULT_LIMIT when fewer leave now
 */
export async function readRedemption(ctx: Acting, address: Address, shares: bigint): Promise<Redemption> {
  const { account } = ctx
  const [vault, [held, most = 0n, mostAssets = 0n, previewed]] = await readVault(ctx, address, [
    ['balanceOf', account],
    ['maxRedeem', account],
    ['maxWithdraw', account],
    ['previewRedeem', shares],
  ])
  assertHeld(vault, held ?? 0n, shares)
  const assets = requireAnswer(vault, 'previewRedeem', previewed)
  // Shares whose assets all leave do so as well, however their limit was rounded.
  if (assets > mostAssets) assertWithin(vault, 'maxRedeem', most, shares)
  return { vault, shares, assets, isDust: false }
}

/**
 * Read what all shares pay that leave now. A vault that tells what leaves in assets rounds it down twice (MetaMorpho's
 * `maxRedeem`): where all assets leave all shares do, so that no dust is left.
 *
 * @throws ToolError NOT_A_VAULT, INSUFFICIENT_LIQUIDITY when the account has none, VAULT_LIMIT when none leave now
 */
export async function readExit(ctx: Acting, address: Address): Promise<Redemption> {
  const { account } = ctx
  const [vault, [held = 0n, most = 0n, mostAssets = 0n]] = await readVault(ctx, address, [
    ['balanceOf', account],
    ['maxRedeem', account],
    ['maxWithdraw', account],
  ])
  assertHeld(vault, held, 0n)
  // Until it is mined shares come to be worth more, and what the vault has at hand does not.
  const part = most - divideUp(most * BigInt(YIELD_TOLERANCE_BPS), 10_000n)
  const [forAll, forPart, worth] = await readNumbers(ctx, vault, [
    ['previewRedeem', held],
    ['previewRedeem', part],
    ['convertToAssets', held],
  ])
  const isAll = most >= held || (forAll !== undefined && forAll <= mostAssets)
  const shares = isAll ? held : part
  assertWithin(vault, 'maxRedeem', shares, 1n)
  const assets = requireAnswer(vault, 'previewRedeem', isAll ? forAll : forPart)
  // Where a whole share is worth no more either, it is the vault that lost its worth, and may find it again.
  const isDust = isAll && worth !== undefined && worth <= 1n && vault.shareWorth > 1n
  return { vault, shares, assets, isDust }
}

async function readNumbers(ctx: Acting, { address }: Vault, asked: readonly VaultView[]) {
  const { views } = await ctx.chain.readState({
    ...NO_STATE,
    views: asked.map((view) => askVault(address, view)),
  })
  return views.map((data) => (data === undefined || data === '0x' ? undefined : BigInt(data)))
}

/** Plan to redeem shares for at least so many assets; dust may pay nothing. @throws ToolError VAULT_RATE_WORSE */
export function planRedemption(ctx: Acting, { vault, shares, assets, isDust }: Redemption, least?: string) {
  if (least !== undefined || !isDust) assertLeast(vault, { act: 'pay', unit: 'assets', found: assets }, least)
  return planTransaction([buildAct(vault, 'redeem', [shares, ctx.account, ctx.account])], {
    assets: assets === 0n ? [] : [moves(ctx, vault.asset.address, assets)],
    positions: [changes(vault, -shares)],
    toleranceBps: YIELD_TOLERANCE_BPS,
  })
}
