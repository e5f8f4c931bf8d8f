import { defineCases } from '../../core/cases.ts'

/** Cases of `weth_unwrap_eth`. */
export const CASES = defineCases({
  refuses: [
    { params: { amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { amountBaseUnits: '-1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { amountBaseUnits: '1234' },
      roundTrips: 0,
      expect: { unwrappedBaseUnits: '1234' },
    },
  ],
})
