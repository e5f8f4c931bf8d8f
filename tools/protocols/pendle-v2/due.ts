import { type Address, erc20Abi } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
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
    ...inOneCall(ctx.book),
    // Of what cannot be read nothing is told: a zero would say that there is none.
    allowFailure: false,
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
    balances: [sy, pt, yt, lp],
    ptOfLp: ofMarket.ptBalance.amount,
    syOfLp: ofMarket.syBalance.amount,
    interest: ofYield.unclaimedInterest.amount,
    rewards: [...ofYield.unclaimedRewards, ...ofMarket.unclaimedRewards],
  }
}
