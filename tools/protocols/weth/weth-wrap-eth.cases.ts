import { defineCases } from '../../core/cases.ts'

/** Cases of `weth_wrap_eth`. */
export const CASES = defineCases({
  refuses: [
    { params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { amountBaseUnits: (2n ** 256n).toString() }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { amountBaseUnits: '12345' },
      roundTrips: 0,
      expect: { wrappedBaseUnits: '12345' },
    },
  ],
})
