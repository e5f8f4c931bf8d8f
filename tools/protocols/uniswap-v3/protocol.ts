import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER, SWAP_FORMATS } from './decoder.ts'
import { MARKET } from './market.ts'
import { createPositionKeeper } from './unwind.ts'

/** Uniswap V3. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Uniswap V3',
  standing: 'published',
  decoders: [DECODER],
  formats: SWAP_FORMATS,
  market: MARKET,
  unwind: createPositionKeeper,
  positionManager: 'positionManager',
  cage: {
    // Swaps, and none of the router's bundles.
    swapRouter: ['exactInputSingle', 'exactOutputSingle', 'exactInput', 'exactOutput'],
    positionManager: ['mint', 'increaseLiquidity', 'decreaseLiquidity', 'collect', 'burn'],
  },
})
