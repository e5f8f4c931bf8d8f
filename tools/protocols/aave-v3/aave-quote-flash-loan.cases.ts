import { defineCases } from '../../core/cases.ts'

/** Cases of `aave_quote_flash_loan`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDC', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'NOPRICE', amountBaseUnits: '1' }, code: 'RESERVE_NOT_FOUND' },
  ],
  serves: [
    {
      params: { token: 'USDC', amountBaseUnits: '1000001000' },
      roundTrips: 2,
      expect: { premiumBps: 5, premiumBaseUnits: '500001', isAvailable: true },
    },
    {
      name: 'more than there is',
      params: { token: 'USDC', amountBaseUnits: '9000000000000' },
      expect: { isAvailable: false },
    },
  ],
})
