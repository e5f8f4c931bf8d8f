import type { ToolContext } from '../../core/context.ts'
import type { TokenAmounts } from '../../kit/concentrated-liquidity.ts'
import type { LogWindow } from '../../kit/log-window.ts'
import { positionManagerAbi } from './abi.ts'
import { BASE } from './base.ts'

/** What went into and came out of a position, by the logs of the position manager. */
export interface PositionFlows {
  readonly deposits: number
  /** What is left of the liquidity that the logs tell of. */
  readonly liquidity: bigint
  readonly deposited: TokenAmounts
  readonly withdrawn: TokenAmounts
  /** Paid out: what was withdrawn and fees. */
  readonly collected: TokenAmounts
}

/** Read what went into and came out of a position in a range of blocks, in three requests at once. */
export async function readPositionFlows(
  ctx: Pick<ToolContext, 'book' | 'chain'>,
  id: bigint,
  { fromBlock, toBlock }: LogWindow,
): Promise<PositionFlows> {
  const { positionManager: address } = BASE.on(ctx.book)
  const query = {
    address,
    abi: positionManagerAbi,
    args: { tokenId: id },
    fromBlock,
    toBlock,
    strict: true,
  } as const
  const [increases, decreases, collects] = await Promise.all([
    ctx.chain.getContractEvents({ ...query, eventName: 'IncreaseLiquidity' }),
    ctx.chain.getContractEvents({ ...query, eventName: 'DecreaseLiquidity' }),
    ctx.chain.getContractEvents({ ...query, eventName: 'Collect' }),
  ])
  const total = (logs: readonly { readonly args: TokenAmounts }[]): TokenAmounts => ({
    amount0: logs.reduce((sum, { args }) => sum + args.amount0, 0n),
    amount1: logs.reduce((sum, { args }) => sum + args.amount1, 0n),
  })
  const liquidityOf = (logs: readonly { readonly args: { readonly liquidity: bigint } }[]) =>
    logs.reduce((sum, { args }) => sum + args.liquidity, 0n)
  return {
    deposits: increases.length,
    liquidity: liquidityOf(increases) - liquidityOf(decreases),
    deposited: total(increases),
    withdrawn: total(decreases),
    collected: total(collects),
  }
}
