import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { listPlaces } from './places.ts'
import { createKeeper } from './unwind.ts'

const CHECKER = { contract: 'ModelChecker', args: ['orders'] }

/** What the published protocols here lack: leaving through a queue, slashing, orders that others fill. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Model yield',
  standing: 'model',
  decoders: [DECODER],
  cage: {
    staking: {
      functions: ['stake', 'requestExit', 'claim'],
      checker: CHECKER,
      reader: { contract: 'ModelStakingReader', args: ['staking'] },
    },
    orders: {
      functions: ['place', 'cancel'],
      checker: CHECKER,
      reader: { contract: 'ModelOrdersReader', args: ['orders'] },
    },
  },
  places: listPlaces,
  unwind: createKeeper,
  // A claim pays what its ticket counts for, and a cancelled order gives all back; what a fill may fall short counts when placed.
  endsWhole: true,
})
