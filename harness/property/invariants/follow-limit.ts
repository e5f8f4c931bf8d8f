import { LIMITS_KEY } from '../../../tools/safety/policy/limit-keeper.ts'
import type { SpendingLimits } from '../../../tools/safety/policy/policy.ts'
import type { Stage } from '../../stage/stage.ts'

type Limit = keyof SpendingLimits

/**
 * Begin to follow how much a limit allows, in USDC base units: what the policy says, or the most that the owner ever set,
 * since what was allowed then may be mined after it is less again.
 */
export function followLimit(limit: Limit): (stage: Pick<Stage, 'session'>) => bigint {
  let mostSet = 0n
  return ({ session: { store, policy } }) => {
    const kept = store.findMeta(LIMITS_KEY)?.value ?? '{}'
    const { [limit]: set = '0' } = JSON.parse(kept) as Partial<Record<Limit, string>>
    mostSet = larger(mostSet, BigInt(set))
    return larger(mostSet, policy.limits[limit])
  }
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
