import { at, between, defineCases, kept } from '../../core/cases.ts'
import { NOWHERE, STABLE, WEIGHTED } from './origin-pools.ts'

const TENTH = '100000000000000000'

/** Cases of `balancer_quote_swap`. */
export const CASES = defineCases({
  refuses: [
    { params: { tokens: ['WETH', 'DAI'], amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { tokens: ['WETH', 'DAI'] }, code: 'INVALID_PARAMS' },
    { params: { tokens: ['WETH', 'ETH'], amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
    { params: { tokens: ['WETH', 'USDC'], amountInBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    { params: { tokens: ['WETH', 'NOTHING'], amountInBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    {
      params: { tokens: ['WETH', 'DAI'], poolIds: [WEIGHTED, STABLE], amountInBaseUnits: '1' },
      code: 'INVALID_PARAMS',
    },
    { params: { tokens: ['WETH', 'DAI'], poolIds: [NOWHERE], amountInBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    // A pool that holds neither, more than 30 % of what it holds, and more than anybody can name.
    { params: { tokens: ['WETH', 'DAI'], poolIds: [STABLE], amountInBaseUnits: '1' }, code: 'QUOTE_FAILED' },
    { params: { tokens: ['WETH', 'DAI'], amountInBaseUnits: `900${'0'.repeat(18)}` }, code: 'QUOTE_FAILED' },
    { params: { tokens: ['WETH', 'DAI'], amountInBaseUnits: `1${'0'.repeat(77)}` }, code: 'QUOTE_FAILED' },
  ],
  serves: [
    {
      name: 'a weighted pool',
      params: { tokens: ['ETH', 'DAI'], amountInBaseUnits: TENTH },
      roundTrips: 1,
      expect: {
        tokenIn: at('WETH'),
        'poolIds.0': WEIGHTED,
        // 3 000 USD an ether, less the fee of 0.5 % and about 0.06 % of impact.
        amountOutBaseUnits: between('298200000000000000000', '298500000000000000000'),
        priceImpactBps: between(4, 8),
      },
    },
    {
      name: 'the other side is fixed',
      before: [
        {
          tool: 'balancer_quote_swap',
          params: { tokens: ['WETH', 'DAI'], amountInBaseUnits: TENTH },
          keep: 'sold',
        },
      ],
      params: { tokens: ['WETH', 'DAI'], amountOutBaseUnits: kept('sold.amountOutBaseUnits') },
      expect: { amountInBaseUnits: between('99999999999000000', '100000000001000000') },
    },
    {
      name: 'two pools',
      params: { tokens: ['WETH', 'DAI', 'USDC'], amountInBaseUnits: TENTH },
      roundTrips: 1,
      expect: {
        'poolIds.1': STABLE,
        amountOutBaseUnits: between('298000000', '298400000'),
      },
    },
    {
      name: 'two pools backwards, for an exact output',
      params: { tokens: ['USDC', 'DAI', 'WETH'], amountOutBaseUnits: TENTH },
      expect: { amountInBaseUnits: between('301500000', '302000000') },
    },
  ],
})
