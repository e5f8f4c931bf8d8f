import type { LocalExecutor } from '../../../tools/agent/stack.ts'
import { createChainControl } from '../../../tools/devtools/chain-control.ts'
import type { MarketAccess } from '../../protocols/testbed-market.ts'
import type { Feeds } from '../feeds.ts'
import type { Ground } from '../ground.ts'
import { controlAccounts } from './control-accounts.ts'
import { controlChain } from './control-chain.ts'
import { controlMarket } from './control-market.ts'

/** Create the executor of the test net's local plans over a fork. */
export function createControlExecutor(
  ground: Ground,
  ports: {
    readonly advance: (ms: number) => Promise<void>
    readonly feeds: Feeds
    readonly access: MarketAccess
  },
): LocalExecutor {
  const control = createChainControl({
    ...controlChain(ground, ports.advance),
    ...controlAccounts(ground, ports.access.fund),
    ...controlMarket(ground, ports.access, ports.feeds),
  })
  return (plan) => control.execute(plan.operation, plan.params)
}
