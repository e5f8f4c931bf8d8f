import { at, between, defineCases, onChain } from '../../core/cases.ts'
import { POOL_VIEWS } from './pool-views.ts'

/** Cases of `aave_get_reserve_history`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE' }, code: 'RESERVE_NOT_FOUND' },
    { params: { token: 'USDC', blocks: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { token: 'USDC', limit: 3 },
      expect: {
        // Two hours of borrowing and repaying in turns.
        totalFound: between(24, 40),
        'updates.length': 3,
        'updates.-1.supplyIndex': onChain(
          at('aave-v3.pool'),
          POOL_VIEWS.reserve,
          [at('USDC')],
          'liquidityIndex',
        ),
        'updates.-1.borrowIndex': onChain(
          at('aave-v3.pool'),
          POOL_VIEWS.reserve,
          [at('USDC')],
          'variableBorrowIndex',
        ),
      },
    },
    { name: 'a reserve that stood still', params: { token: 'USDT', blocks: 10 }, expect: { totalFound: 0 } },
  ],
})
