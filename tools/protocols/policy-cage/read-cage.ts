import type { ContractFunctionReturnType } from 'viem'
import { maxUint256 } from 'viem'
import type { ViewQuery } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import type { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { askCage, readAnswer } from './cage-views.ts'

/** What the cage says of its own policy, at one block. */
export interface CagePolicyState {
  readonly policy: ContractFunctionReturnType<typeof policyCageAbi, 'view', 'policy'>
  readonly assets: ContractFunctionReturnType<typeof policyCageAbi, 'view', 'assets'>
  readonly blockNumber: bigint
  readonly timestampSeconds: bigint
  /** What else was asked for. */
  readonly views: readonly (`0x${string}` | undefined)[]
}

/**
 * Read the policy and the assets of the agent's cage, and further views beside them, in one request.
 *
 * @throws ToolError CHAIN_READ_FAILED when the account is no cage
 */
export async function readCagePolicy(
  ctx: Pick<ToolContext, 'account' | 'chain'>,
  further: readonly ViewQuery[] = [],
): Promise<CagePolicyState> {
  const { account } = ctx
  const { blockNumber, timestampSeconds, views } = await ctx.chain.readState({
    ...NO_STATE,
    views: [askCage(account, 'policy', []), askCage(account, 'assets', []), ...further],
  })
  const policy = readAnswer('policy', views[0])
  const assets = readAnswer('assets', views[1])
  if (policy === undefined || assets === undefined) {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: 'the policy of the cage',
      reason: `${account} answers as no PolicyCage does`,
    })
  }
  return { policy, assets, blockNumber, timestampSeconds, views: views.slice(2) }
}

/** A cap as decimal text; null where there is none. */
export const describeCap = (capUsdc: bigint): string | null =>
  capUsdc === maxUint256 ? null : capUsdc.toString()
