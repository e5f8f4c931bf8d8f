import type { Address } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { resolveToken } from '../../core/tokens.ts'
import { rewardsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { type Reading, type Reserve, readReserves } from './reserve.ts'

/** A reward that an account may claim. */
export interface Claimable {
  readonly token: TokenInfo
  readonly amountBaseUnits: bigint
}

/** List the tokens whose holders may be rewarded: both sides of each reserve. */
const listRewarded = (reserves: readonly Reserve[]): Address[] =>
  reserves.flatMap(({ aToken, variableDebt }) => [aToken, variableDebt])

/** Read what an account may claim, and the tokens for which it may; rewards of which there is nothing are left out. */
export async function readClaimable(
  ctx: Reading,
  account: Address,
): Promise<{ readonly assets: readonly Address[]; readonly rewards: readonly Claimable[] }> {
  const assets = listRewarded(await readReserves(ctx))
  const [tokens, amounts] = await ctx.chain.readContract({
    address: BASE.on(ctx.book).rewards,
    abi: rewardsAbi,
    functionName: 'getAllUserRewards',
    args: [assets, account],
  })
  const rewards = await Promise.all(
    tokens.flatMap((address, index) => {
      const amountBaseUnits = amounts[index] ?? 0n
      return amountBaseUnits === 0n
        ? []
        : [resolveToken(ctx, address).then((token) => ({ token, amountBaseUnits }))]
    }),
  )
  return { assets, rewards }
}
