import { defineProtocol } from '../../core/protocol.ts'
import { BASE } from './base.ts'
import { DECODER } from './decoder.ts'
import { listPlaces } from './places.ts'
import { createKeeper } from './unwind.ts'

const CHECKER = { contract: 'UniswapV2Checker', args: ['router'] }

/** Uniswap V2. */
export const PROTOCOL = defineProtocol(BASE, {
  title: 'Uniswap V2',
  standing: 'published',
  decoders: [DECODER],
  unwind: createKeeper,
  cage: {
    router: {
      functions: [
        'swapExactTokensForTokens',
        'swapTokensForExactTokens',
        'swapExactTokensForTokensSupportingFeeOnTransferTokens',
        'addLiquidity',
        'removeLiquidity',
      ],
      checker: CHECKER,
      reader: { contract: 'UniswapV2Reader', args: ['factory'] },
    },
    // Liquidity goes back through the router, which is let take it.
    wethUsdt: { functions: ['approve'], checker: CHECKER },
  },
  places: listPlaces,
  // At given prices, what a pair of a product of reserves holds is worth the least where it trades at them.
  endsWhole: true,
})
