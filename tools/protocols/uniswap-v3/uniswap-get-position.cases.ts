import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED, POSITION } from './minted-position.ts'

/** Cases of `uniswap_get_position`. */
export const CASES = defineCases({
  refuses: [{ params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' }],
  serves: [
    {
      before: [MINTED],
      params: { positionId: kept('minted.positionId') },
      expect: {
        owner: at('account'),
        isInRange: true,
        token0: at('USDC'),
        token1: at('WETH'),
        tickLower: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 5),
        tickUpper: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 6),
        liquidity: onChain(at('uniswap-v3.positionManager'), POSITION, [kept('minted.positionId')], 7),
      },
    },
  ],
})
