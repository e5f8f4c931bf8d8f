import { defineCases } from '../../core/cases.ts'

/** Cases of `weth_wrap_eth`. */
export const CASES = defineCases({
  refuses: [{ params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' }],
  serves: [
    {
      params: { amountBaseUnits: '12345' },
      roundTrips: 0,
      expect: { wrappedBaseUnits: '12345' },
    },
  ],
})
