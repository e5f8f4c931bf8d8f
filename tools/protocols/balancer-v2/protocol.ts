import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER, FACTORY_DECODER } from './decoder.ts'
import { listPlaces } from './places.ts'
import { createKeeper } from './unwind.ts'

/** Balancer V2. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Balancer V2',
  standing: 'published',
  decoders: [DECODER, FACTORY_DECODER],
  unwind: createKeeper,
  cage: {
    vault: {
      functions: ['swap', 'batchSwap', 'joinPool', 'exitPool', 'manageUserBalance'],
      checker: { contract: 'BalancerChecker', args: ['vault'] },
      reader: { contract: 'BalancerReader', args: ['vault', 'weightedPool', 'stablePool'] },
    },
  },
  operator: { weightedFactory: { functions: ['create'] } },
  places: listPlaces,
  // At given prices, what a pool of an invariant holds is worth the least where it trades at them.
  endsWhole: true,
})
