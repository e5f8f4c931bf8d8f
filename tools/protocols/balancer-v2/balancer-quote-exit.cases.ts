import { at, between, defineCases } from '../../core/cases.ts'
import { NOWHERE, STABLE, WEIGHTED } from './origin-pools.ts'

const SHARES = '3000000000000000000000'

/** Cases of `balancer_quote_exit`. */
export const CASES = defineCases({
  refuses: [
    { params: { poolId: NOWHERE, sharesBaseUnits: '1' }, code: 'POOL_NOT_REGISTERED' },
    { params: { poolId: STABLE, sharesBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { poolId: STABLE, sharesBaseUnits: '1', token: 'WETH' }, code: 'TOKEN_NOT_IN_POOL' },
    { params: { poolId: STABLE, sharesBaseUnits: '1', token: 'NOTHING' }, code: 'UNKNOWN_TOKEN' },
    // More shares than there are.
    { params: { poolId: STABLE, sharesBaseUnits: `1${'0'.repeat(27)}` }, code: 'POOL_REFUSES' },
    {
      params: { poolId: WEIGHTED, sharesBaseUnits: `1${'0'.repeat(27)}`, token: 'DAI' },
      code: 'POOL_REFUSES',
    },
  ],
  serves: [
    {
      name: 'a stable pool, in proportion',
      params: { poolId: STABLE, sharesBaseUnits: SHARES },
      expect: {
        'amounts.length': 3,
        'amounts.0.token': at('DAI'),
        'amounts.0.amountBaseUnits': between('1000000000000000000000', '1000200000000000000000'),
        'amounts.1.amountBaseUnits': between('999900000', '1000100000'),
        'amounts.2.amountBaseUnits': between('999999000', '1000000000'),
      },
    },
    {
      name: 'a stable pool, into one token',
      params: { poolId: STABLE, sharesBaseUnits: SHARES, token: 'USDT' },
      expect: {
        'amounts.0.amountBaseUnits': '0',
        'amounts.2.amountBaseUnits': between('2998500000', '2999100000'),
      },
    },
    {
      name: 'a weighted pool, in proportion',
      params: { poolId: WEIGHTED, sharesBaseUnits: '8370000000000000000' },
      expect: {
        'amounts.0.amountBaseUnits': between('399000000000000000000', '401000000000000000000'),
        'amounts.1.amountBaseUnits': between('199500000000000000', '200500000000000000'),
      },
    },
    {
      name: 'a weighted pool, into one token',
      params: { poolId: WEIGHTED, sharesBaseUnits: '8370000000000000000', token: 'WETH' },
      // 1 000 USD, of which 40 % pay the fee of 0.5 %.
      expect: { 'amounts.1.amountBaseUnits': between('332200000000000000', '333000000000000000') },
    },
  ],
})
