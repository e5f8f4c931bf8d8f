import { between, defineCases } from '../../core/cases.ts'
import { NOWHERE, STABLE, WEIGHTED } from './origin-pools.ts'

const DAI_1000 = { token: 'DAI', amountBaseUnits: '1000000000000000000000' }

/** Cases of `balancer_quote_join`. */
export const CASES = defineCases({
  refuses: [
    { params: { poolId: NOWHERE, deposits: [DAI_1000] }, code: 'POOL_NOT_REGISTERED' },
    {
      params: { poolId: WEIGHTED, deposits: [{ token: 'USDC', amountBaseUnits: '1' }] },
      code: 'TOKEN_NOT_IN_POOL',
    },
    { params: { poolId: WEIGHTED, deposits: [DAI_1000, DAI_1000] }, code: 'INVALID_PARAMS' },
    { params: { poolId: WEIGHTED, deposits: [{ ...DAI_1000, amountBaseUnits: '0' }] }, code: 'ZERO_AMOUNT' },
    {
      params: { poolId: WEIGHTED, deposits: [{ ...DAI_1000, token: 'NOTHING' }] },
      code: 'UNKNOWN_TOKEN',
    },
    {
      params: { poolId: STABLE, deposits: [{ ...DAI_1000, amountBaseUnits: `1${'0'.repeat(77)}` }] },
      code: 'POOL_REFUSES',
    },
  ],
  serves: [
    {
      name: 'a stable pool, where a share is about a dollar',
      params: { poolId: STABLE, deposits: [DAI_1000] },
      expect: {
        // Two thirds of it are out of proportion and pay the fee of 0.05 %.
        sharesBaseUnits: between('999600000000000000000', '999700000000000000000'),
        'amounts.length': 3,
        'amounts.0.amountBaseUnits': DAI_1000.amountBaseUnits,
        'amounts.1.amountBaseUnits': '0',
      },
    },
    {
      name: 'a weighted pool, in proportion',
      params: {
        poolId: WEIGHTED,
        deposits: [
          { token: 'WETH', amountBaseUnits: '1000000000000000000' },
          { ...DAI_1000, amountBaseUnits: '2000000000000000000000' },
        ],
      },
      // A two-hundredth of 2 · 200^0.6 · 400 000^0.4 shares, which the first provider got for everything.
      expect: { sharesBaseUnits: between('41800000000000000000', '41900000000000000000') },
    },
  ],
})
