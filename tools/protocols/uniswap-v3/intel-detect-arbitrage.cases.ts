import { at, between, defineCases, kept, own } from '../../core/cases.ts'
import { quotedInput } from './quoter-views.ts'
import { othersSwap } from './swap-steps.ts'

const PAIR = { tokenA: 'USDC', tokenB: 'WETH' }
const round = (member: string) => own(`rounds.0.${member}`)

/** Cases of `intel_detect_arbitrage`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokenA: 'USDT', tokenB: 'WBTC' }, code: 'POOL_NOT_FOUND' },
    { params: { ...PAIR, tokenB: 'USDC' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    { name: 'pools of one price', params: PAIR, roundTrips: 3, expect: { 'pools.length': 2, rounds: [] } },
    {
      // WETH was sold at 0.05 %, where USDC is dear now: it is bought at 0.3 %.
      name: 'a gap that both fees leave open',
      before: [
        ...Array.from({ length: 8 }, () => othersSwap[0]).flatMap((step) => step ?? []),
        { tool: 'uniswap_get_pool_info', params: { ...PAIR, feeTier: 500 }, keep: 'pool' },
      ],
      params: PAIR,
      expect: {
        'pools.0.liquidity': kept('pool.liquidity'),
        'rounds.length': 1,
        'rounds.0.buyFeeTier': 3000,
        'rounds.0.sellFeeTier': 500,
        'rounds.0.bought0BaseUnits': quotedInput(
          at('WETH'),
          at('USDC'),
          3000,
          round('amountIn1BaseUnits'),
          0,
        ),
        'rounds.0.amountOut1BaseUnits': quotedInput(
          at('USDC'),
          at('WETH'),
          500,
          round('bought0BaseUnits'),
          0,
        ),
        'rounds.0.profitIn1BaseUnits': between('1', '1e20'),
        'rounds.0.gapBps': between(35, 500),
      },
    },
  ],
})
