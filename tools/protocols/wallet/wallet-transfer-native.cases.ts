import { at, defineCases } from '../../core/cases.ts'

/** Cases of `wallet_transfer_native`. */
export const CASES = defineCases({
  refuses: [
    { params: { recipient: at('recipient'), amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { recipient: at('account'), amountBaseUnits: '1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { recipient: at('recipient'), amountBaseUnits: '1000' },
      expect: { sentBaseUnits: '1000' },
    },
  ],
})
