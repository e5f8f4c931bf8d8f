import { at, between, defineCases } from '../../core/cases.ts'

const UNSOUND = '0xb055000000000000000000000000000000000002'
const PAIR = { collateral: 'WBTC', debt: 'USDC', amountBaseUnits: '6000000000' }

/** Cases of `aave_liquidate_position`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { borrower: '0xb055000000000000000000000000000000000001', ...PAIR },
      code: 'NOT_LIQUIDATABLE',
    },
    { params: { borrower: at('account'), ...PAIR }, code: 'INVALID_PARAMS' },
    { params: { borrower: UNSOUND, ...PAIR, collateral: 'WETH' }, code: 'NOTHING_THERE' },
    { params: { borrower: UNSOUND, ...PAIR, debt: 'DAI' }, code: 'NOTHING_THERE' },
  ],
  serves: [
    {
      name: 'a debt of 6 000 for its worth and most of a bonus of five per cent',
      driftBps: 1,
      params: { borrower: UNSOUND, ...PAIR },
      plan: { 'calls.length': 3 },
      expect: {
        'tokens.length': 2,
        'tokens.0.token': at('WBTC'),
        'tokens.0.deltaBaseUnits': between('10440000', '10460000'),
        'tokens.1.token': at('USDC'),
        'tokens.1.deltaBaseUnits': '-6000000000',
        positions: [],
      },
    },
  ],
})
