import type { Address, Hex } from 'viem'
import type { ViewQuery } from '../../core/chain.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'

/** What of the cage's rolling windows is used, and the most of each; USDC base units. */
export interface CageLimits {
  readonly spentUsdc: bigint
  readonly lostUsdc: bigint
  /** What left without the guardian's signature. */
  readonly unguardedUsdc: bigint
  readonly mostSpentUsdc: bigint
  readonly mostLostUsdc: bigint
  readonly mostUnguardedUsdc: bigint
}

const FUNCTIONS = ['policy', 'windowSpentUsdc', 'windowLostUsdc', 'windowUnguardedUsdc'] as const

const QUERIES = FUNCTIONS.map((functionName) => encodeFunctionData({ abi: policyCageAbi, functionName }))

/** How many views {@link listLimitViews} lists. */
export const LIMIT_VIEWS = QUERIES.length

/** List the views that show a cage's limits and what is used of them. */
export const listLimitViews = (cage: Address): readonly ViewQuery[] =>
  QUERIES.map((data) => ({ to: cage, data }))

/** Read what the views of {@link listLimitViews} answered, in their order; undefined where one of them did not. */
export function readCageLimits(answers: readonly (Hex | undefined)[]): CageLimits | undefined {
  const [policy = '0x', spent = '0x', lost = '0x', unguarded = '0x'] = answers
  const read = (functionName: 'windowSpentUsdc' | 'windowLostUsdc' | 'windowUnguardedUsdc', data: Hex) =>
    decodeFunctionResult({ abi: policyCageAbi, functionName, data })
  try {
    const most = decodeFunctionResult({ abi: policyCageAbi, functionName: 'policy', data: policy })
    return {
      spentUsdc: read('windowSpentUsdc', spent),
      lostUsdc: read('windowLostUsdc', lost),
      unguardedUsdc: read('windowUnguardedUsdc', unguarded),
      mostSpentUsdc: most.windowSpendCapUsdc,
      mostLostUsdc: most.windowLossCapUsdc,
      mostUnguardedUsdc: most.hotLaneUsdc,
    }
  } catch {
    return undefined
  }
}

/** Read whether the cage is paused from what the same views answered; undefined where it does not say. */
export function readIsPaused([policy]: readonly (Hex | undefined)[]): boolean | undefined {
  try {
    return decodeFunctionResult({ abi: policyCageAbi, functionName: 'policy', data: policy ?? '0x' }).paused
  } catch {
    return undefined
  }
}
