import { at, defineCases } from '../../core/cases.ts'

const PAYMENT = { token: 'USDC', recipient: at('recipient'), amountBaseUnits: '2500' }

/** Cases of `wallet_transfer_token`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAYMENT, recipient: at('USDC') }, code: 'INVALID_PARAMS' },
    { params: { ...PAYMENT, recipient: at('account') }, code: 'INVALID_PARAMS' },
    { params: { ...PAYMENT, token: 'ETH' }, code: 'INVALID_PARAMS' },
    { params: { ...PAYMENT, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAYMENT, token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [{ params: PAYMENT, expect: { sentBaseUnits: '2500', receivedBaseUnits: '2500' } }],
})
