import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER, POOL_DECODER, SWAP_FORMATS } from './decoder.ts'
import { MARKET } from './market.ts'
import { listOraclePools, listPlaces } from './places.ts'
import { INDEX } from './position-index.ts'
import { createKeeper } from './unwind.ts'

/** It counts positions wherever they lie, so that one that is staked stays what it was. */
const READER = { contract: 'UniswapV3Reader', args: ['positionManager', 'staker'] }

/** Uniswap V3 and its staker. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Uniswap V3',
  standing: 'published',
  decoders: [DECODER, POOL_DECODER],
  formats: SWAP_FORMATS,
  market: MARKET,
  unwind: createKeeper,
  indexes: { positionManager: INDEX },
  cage: {
    // Swaps, and none of the router's bundles.
    swapRouter: ['exactInputSingle', 'exactOutputSingle', 'exactInput', 'exactOutput'],
    positionManager: {
      functions: [
        ...['mint', 'increaseLiquidity', 'decreaseLiquidity', 'collect', 'burn'],
        // A deposit in the staker alone has data.
        'safeTransferFrom(address,address,uint256,bytes)',
      ],
      checker: { contract: 'UniswapV3Checker', args: ['positionManager', 'staker'] },
      reader: READER,
    },
    staker: {
      functions: ['stakeToken', 'unstakeToken', 'withdrawToken', 'claimReward'],
      checker: { contract: 'UniswapV3StakerChecker', args: ['staker'] },
      reader: READER,
    },
  },
  operator: {
    positionManager: { functions: ['createAndInitializePoolIfNecessary'] },
    pool: { functions: ['increaseObservationCardinalityNext'], at: listOraclePools },
  },
  places: listPlaces,
  // At a given price, what a position holds on the curve is the least that it is worth anywhere (whitepaper, 6.2).
  endsWhole: true,
})
