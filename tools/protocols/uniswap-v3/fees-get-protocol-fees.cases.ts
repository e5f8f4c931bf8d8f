import { callData, defineCases, kept } from '../../core/cases.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

const PAIR = { tokenA: 'USDC', tokenB: 'WETH' }

/** Cases of `fees_get_protocol_fees`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, tokenB: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...PAIR, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
  ],
  serves: [
    {
      name: 'none is kept',
      params: PAIR,
      roundTrips: 1,
      expect: {
        'pools.length': 2,
        'pools.0.feeTier': 500,
        'pools.0.shareOneIn0': 0,
        'pools.0.uncollected0BaseUnits': '0',
      },
    },
    {
      // A quarter of 120 USDC, and a fifth of 0.0325 WETH.
      name: 'a share of both tokens',
      before: [
        { tool: 'uniswap_get_pool_info', params: SWAPPED, keep: 'pool' },
        {
          send: {
            from: 'deployer',
            to: kept('pool.pool'),
            data: callData('function setFeeProtocol(uint8 feeProtocol0, uint8 feeProtocol1)', [4, 5]),
          },
        },
        ...othersSwap,
      ],
      params: { ...PAIR, feeTier: 500 },
      expect: {
        'pools.0.pool': kept('pool.pool'),
        'pools.0.shareOneIn0': 4,
        'pools.0.shareOneIn1': 5,
        'pools.0.uncollected0BaseUnits': '30000000',
        'pools.0.uncollected1BaseUnits': '6500000000000000',
      },
      after: [
        {
          tool: 'uniswap_get_pool_fee_revenue',
          params: { ...SWAPPED, blocks: 8 },
          expect: {
            fees0BaseUnits: '120000000',
            liquidityFees0BaseUnits: '90000000',
            liquidityFees1BaseUnits: '26000000000000000',
          },
        },
      ],
    },
  ],
})
