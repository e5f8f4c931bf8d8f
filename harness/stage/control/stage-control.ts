import { type ChainControl, createChainControl } from '../../../tools/devtools/chain-control.ts'
import type { MarketAccess } from '../../protocols/testbed-market.ts'
import type { Companions } from '../companions.ts'
import type { Feeds } from '../feeds.ts'
import type { Ground } from '../ground.ts'
import { controlAccounts } from './control-accounts.ts'
import { controlChain } from './control-chain.ts'
import { controlLocalChains } from './control-local-chains.ts'
import { controlMarket } from './control-market.ts'

/** Create the control of a stage's fork, for tools of the test net. */
export const createStageControl = (
  ground: Ground,
  ports: {
    readonly advance: (ms: number) => Promise<void>
    readonly feeds: Feeds
    readonly access: MarketAccess
    readonly companions: Companions
  },
): ChainControl =>
  createChainControl({
    ...controlChain(ground, ports.advance),
    ...controlAccounts(ground, ports.access.fund),
    ...controlMarket(ground, ports.access, ports.feeds),
    ...controlLocalChains(ground, ports.companions),
  })
