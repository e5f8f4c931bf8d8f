import { at, defineCases } from '../../core/cases.ts'

/** Cases of `safety_check_token`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      params: { token: 'USDC' },
      expect: {
        verdict: 'pass',
        isTransferable: true,
        transferFeeBps: 0,
        isSellable: true,
      },
    },
    {
      name: 'a token that the account does not hold',
      params: { token: at('NOPRICE') },
      expect: { verdict: 'pass', isSellable: true },
    },
  ],
})
