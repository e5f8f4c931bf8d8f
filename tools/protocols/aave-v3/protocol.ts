import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { createLossWitness } from './explain.ts'
import { listPlaces } from './places.ts'
import { INDEX } from './position-index.ts'
import { readRates } from './read-rates.ts'
import { createKeeper } from './unwind.ts'

const CHECKER = { contract: 'AaveChecker', args: ['pool'] }
const READER = { contract: 'AaveReader', args: ['pool', 'wrappedNative'] }

/** Aave V3. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Aave V3',
  standing: 'published',
  decoders: [DECODER],
  unwind: createKeeper,
  indexes: { pool: INDEX },
  explain: createLossWitness,
  cage: {
    // Neither flash loans nor what a signature permits.
    pool: {
      functions: [
        'supply',
        'withdraw',
        'borrow',
        'repay',
        'repayWithATokens',
        'setUserUseReserveAsCollateral',
        'setUserEMode',
        'liquidationCall',
      ],
      checker: CHECKER,
      reader: READER,
    },
    gateway: { functions: ['depositETH'], checker: CHECKER, reader: READER },
    // Rewards are plain tokens: nothing else has to count them.
    rewards: { functions: ['claimAllRewards'], checker: CHECKER },
  },
  rates: readRates,
  places: listPlaces,
  endsWhole: true,
  lends: true,
  sharesHealth: true,
})
