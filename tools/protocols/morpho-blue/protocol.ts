import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { createLossWitness } from './explain.ts'
import { listPlaces } from './places.ts'
import { readRates } from './read-rates.ts'
import { createKeeper } from './unwind.ts'

/** Morpho Blue: isolated lending markets, each of a loan token, a collateral token, an oracle, a rate model and an LTV. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Morpho Blue',
  standing: 'published',
  decoders: [DECODER],
  unwind: createKeeper,
  explain: createLossWitness,
  cage: {
    morpho: {
      functions: [
        'supply',
        'withdraw',
        'borrow',
        'repay',
        'supplyCollateral',
        'withdrawCollateral',
        'liquidate',
        'setAuthorization',
        'createMarket',
      ],
      checker: { contract: 'MorphoChecker', args: ['morpho'] },
      reader: { contract: 'MorphoReader', args: ['morpho'] },
    },
    // It moves what is a vault's, for a fee that counts as a loss.
    publicAllocator: ['reallocateTo'],
  },
  rates: readRates,
  places: listPlaces,
  endsWhole: true,
  lends: true,
})
