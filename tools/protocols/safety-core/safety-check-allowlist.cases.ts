import { at, defineCases } from '../../core/cases.ts'

/** Cases of `safety_check_allowlist`. */
export const CASES = defineCases({
  refuses: [{ params: { subject: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      params: { subject: at('recipient') },
      expect: { address: at('recipient'), isRecipient: true, reasons: [] },
    },
    {
      name: 'a function of a token',
      params: { subject: 'USDC', selector: '0x095ea7b3' },
      expect: { address: at('USDC'), isAsset: true, isSelectorAllowed: true, reasons: [] },
    },
    {
      name: 'what is on no list',
      params: { subject: at('stranger'), selector: '0x095ea7b3' },
      expect: { isTarget: false, isRecipient: false, isSelectorAllowed: false, 'reasons.length': 2 },
    },
  ],
})
