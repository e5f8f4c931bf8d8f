import { at, defineCases, kept, onChain } from '../../core/cases.ts'
import { MINTED, POSITION } from './minted-position.ts'

const POOL = { tokenA: 'USDC', tokenB: 'WETH', feeTier: 500 }
const manager = at('uniswap-v3.positionManager')
const minted = (place: number) => onChain(manager, POSITION, [kept('minted.positionId')], place)

/** Cases of `uniswap_get_pool_liquidity_events`. */
export const CASES = defineCases({
  refuses: [
    { params: { pool: at('USDC') }, code: 'NOT_FOUND' },
    { params: { ...POOL, limit: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a position that was just opened',
      before: [MINTED],
      params: { ...POOL, blocks: 1 },
      expect: {
        totalFound: 1,
        'events.0.type': 'mint',
        'events.0.owner': manager,
        'events.0.tickLower': minted(5),
        'events.0.tickUpper': minted(6),
        'events.0.liquidity': minted(7),
      },
    },
    {
      name: 'one that was emptied',
      before: [
        MINTED,
        {
          tool: 'uniswap_remove_liquidity',
          params: { positionId: kept('minted.positionId'), shareBps: 10000 },
          keep: 'removed',
        },
      ],
      params: { ...POOL, blocks: 1 },
      expect: {
        totalFound: 2,
        'events.0.type': 'burn',
        'events.0.liquidity': kept('minted.liquidityDelta'),
        'events.1.type': 'collect',
        'events.1.liquidity': '0',
      },
    },
  ],
})
