import type { Address } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import type { Grant, GrantKeeper, Revocation } from '../../core/grant-keeper.ts'
import { createGrantSet } from '../../core/grant-set.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'

/** What others may take, and what ends it. */
export interface OpenAuthority {
  readonly grants: readonly Grant[]
  /** In the order in which it is to be done: what draws on tokens' allowances first. */
  readonly revocations: readonly Revocation[]
  readonly fromBlock: bigint
  readonly toBlock: bigint
  /** Whether the log was read back to where the account began. */
  readonly isComplete: boolean
}

type Reading = Pick<ToolContext, 'account' | 'operator' | 'chain' | 'grants' | 'safety' | 'step'>

/**
 * Read what account and operator have granted and can still be used: of every asset and spender of the policy, and of
 * whatever the last blocks of the chain's log tell; as many blocks as a provider shows at once.
 */
export async function readOpenAuthority(ctx: Reading): Promise<OpenAuthority> {
  const { logs } = ctx.safety.configured()
  ctx.step('logs')
  const toBlock = await ctx.chain.getBlockNumber()
  const back = toBlock - logs.maxBlocks + 1n
  const fromBlock = back > logs.firstBlock ? back : logs.firstBlock
  const owners = isAddressEqual(ctx.account, ctx.operator) ? [ctx.account] : [ctx.account, ctx.operator]
  const range = { owners, fromBlock, toBlock }
  const logged = await Promise.all(ctx.grants.map((keeper) => keeper.readLog(ctx.chain, range)))
  const candidates = listPairs(ctx)
  for (const grant of logged.flat()) candidates.add(grant)
  ctx.step('grants')
  const live = await Promise.all(
    ctx.grants.map((keeper) =>
      keeper.readLive(
        ctx.chain,
        candidates.list().filter((grant) => isKeptBy(grant, keeper)),
      ),
    ),
  )
  return {
    grants: live.flatMap(({ grants }) => grants),
    revocations: live.toReversed().flatMap(({ revocations }) => revocations),
    fromBlock,
    toBlock,
    isComplete: fromBlock <= logs.firstBlock,
  }
}

/** Every asset with every spender of the policy, in each place that keeps allowances. */
function listPairs({ account: owner, grants, safety }: Reading) {
  const { assets, spenders } = safety.configured()
  const candidates = createGrantSet()
  for (const { token } of assets) {
    if (token === NATIVE_TOKEN) continue
    for (const spender of spenders) {
      for (const { keeper } of grants)
        candidates.add({ token, spender, owner, ...(keeper ? { keeper } : {}) })
    }
  }
  return candidates
}

const isKeptBy = ({ keeper }: Grant, by: GrantKeeper): boolean => sameAddress(keeper, by.keeper)

const sameAddress = (a: Address | undefined, b: Address | undefined): boolean =>
  a === undefined || b === undefined ? a === b : isAddressEqual(a, b)
