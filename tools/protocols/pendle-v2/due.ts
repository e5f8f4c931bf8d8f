import { type Address, erc20Abi } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { routerStaticAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { Market } from './market.ts'

interface Amount {
  readonly token: Address
  readonly amount: bigint
}
/** What an account has in a market, and what a claim would pay. */
export interface Due {
  /** Of SY, PT, YT and LP. */
  readonly balances: readonly [sy: bigint, pt: bigint, yt: bigint, lp: bigint]
  readonly ptOfLp: bigint
  readonly syOfLp: bigint
  /** After the fee. */
  readonly interest: bigint
  readonly rewards: readonly Amount[]
}

/** Ask what a claim would pay by claiming in a call that is never sent, in one request (ActionInfoStatic.sol). */
export async function readDue(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  market: Market,
  account: Address,
): Promise<Due> {
  const rates = { address: BASE.on(ctx.book).routerStatic, abi: routerStaticAbi } as const
  const held = (address: Address) =>
    ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account] }) as const
  const [sy, pt, yt, lp, ofYield, ofMarket] = await ctx.chain.multicall({
    ...(ctx.book.multicall === undefined ? {} : { multicallAddress: ctx.book.multicall }),
    contracts: [
      held(market.sy),
      held(market.principal),
      held(market.yieldToken),
      held(market.address),
      // They claim, so that what is held is read before.
      { ...rates, functionName: 'getUserPYInfo', args: [market.yieldToken, account] },
      { ...rates, functionName: 'getUserMarketInfo', args: [market.address, account] },
    ],
  })
  return {
    balances: [sy.result ?? 0n, pt.result ?? 0n, yt.result ?? 0n, lp.result ?? 0n],
    ptOfLp: ofMarket.result?.ptBalance.amount ?? 0n,
    syOfLp: ofMarket.result?.syBalance.amount ?? 0n,
    interest: ofYield.result?.unclaimedInterest.amount ?? 0n,
    rewards: [...(ofYield.result?.unclaimedRewards ?? []), ...(ofMarket.result?.unclaimedRewards ?? [])],
  }
}
