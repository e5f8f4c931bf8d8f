import { at, between, defineCases, onChain, own } from '../../core/cases.ts'

const LIQUIDITY = 'function getPositionLiquidity(uint256) view returns (uint128)'

/** Cases of `uniswap_get_v4_position`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { positionId: '0' }, code: 'POSITION_NOT_FOUND' },
  ],
  serves: [
    {
      // The first one of the origin: about 3 000 000 USD, half of it in ether.
      params: { positionId: '1' },
      roundTrips: 2,
      expect: {
        owner: at('lp'),
        symbol0: 'ETH',
        currency1: at('USDC'),
        isInRange: true,
        tickLower: between(-197000, -196000),
        liquidity: onChain(at('uniswap-v4.positionManager'), LIQUIDITY, ['1']),
        amount0BaseUnits: between('490000000000000000000', '510000000000000000000'),
        amount1BaseUnits: between('1470000000000', '1530000000000'),
        tick: between(own('tickLower'), own('tickUpper')),
      },
    },
  ],
})
