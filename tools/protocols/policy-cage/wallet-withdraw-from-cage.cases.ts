import { at, defineCases } from '../../core/cases.ts'

/** Cases of `wallet_withdraw_from_cage`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDC', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'USDX', amountBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { token: 'USDC', amountBaseUnits: '2500000' },
      expect: { token: at('USDC'), withdrawnBaseUnits: '2500000' },
    },
  ],
})
