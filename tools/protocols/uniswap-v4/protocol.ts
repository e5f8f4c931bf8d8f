import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { SWAP_FORMATS } from './decoder.ts'
import { listPlaces } from './places.ts'
import { POOL_DECODER } from './pool-decoder.ts'
import { POSITION_DECODER } from './position-decoder.ts'
import { createKeeper } from './unwind.ts'

/** Uniswap V4: pools in one contract, the native coin among their currencies, and hooks. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Uniswap V4',
  standing: 'published',
  decoders: [POSITION_DECODER, POOL_DECODER],
  formats: SWAP_FORMATS,
  unwind: createKeeper,
  cage: {
    // A pool is opened by anybody; its hook, which is called, has nothing of the account's.
    poolManager: ['initialize'],
    positionManager: {
      functions: ['modifyLiquidities'],
      checker: { contract: 'UniswapV4Checker', args: ['positionManager'] },
      reader: { contract: 'UniswapV4Reader', args: ['positionManager', 'wrappedNative'] },
    },
  },
  places: listPlaces,
  // Without a hook, what a position holds on the curve at a given price is the least that it is worth anywhere.
  endsWhole: true,
})
