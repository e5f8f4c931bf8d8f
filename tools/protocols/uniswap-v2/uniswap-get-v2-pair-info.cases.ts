import { at, defineCases, onChain } from '../../core/cases.ts'
import { RESERVES } from './past-steps.ts'

const pair = at('uniswap-v2.wethUsdt')

/** Cases of `uniswap_get_v2_pair_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenA: 'WETH' }, code: 'INVALID_PARAMS' },
    { params: { tokenA: 'WETH', tokenB: 'ETH' }, code: 'SAME_TOKEN' },
    { params: { tokenA: 'WETH', tokenB: 'USDC' }, code: 'PAIR_NOT_FOUND' },
    // A contract that has two tokens and is no pair of the factory.
    { params: { pair: at('uniswap-v3.factory') }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      name: 'as it was opened',
      params: { tokenA: 'USDT', tokenB: 'WETH' },
      roundTrips: 1,
      expect: {
        pair,
        token0: at('WETH'),
        token1: at('USDT'),
        reserve0BaseUnits: onChain(pair, RESERVES, [], 0),
        reserve1BaseUnits: onChain(pair, RESERVES, [], 1),
        price0In1: '3000',
        liquiditySupplyBaseUnits: onChain(pair, 'function totalSupply() view returns (uint256)'),
        protocolLiquidityDueBaseUnits: '0',
        isProtocolFeeOn: false,
        kLast: '0',
      },
    },
    {
      name: 'by its address',
      params: { pair },
      roundTrips: 2,
      expect: { symbol0: 'WETH', symbol1: 'USDT' },
    },
  ],
})
