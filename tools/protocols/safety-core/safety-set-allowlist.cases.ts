import { at, defineCases } from '../../core/cases.ts'

const PAYEE = { list: 'recipient', address: at('trader') }
const TRANSFER = '0xa9059cbb'

const shows = (subject: ReturnType<typeof at>, expect: Record<string, boolean>) => [
  { tool: 'safety_check_allowlist', params: { subject }, expect },
]

/** Cases of `safety_set_allowlist`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAYEE, isAllowed: true, selector: TRANSFER }, code: 'INVALID_PARAMS' },
    { params: { list: 'selector', address: at('trader'), isAllowed: true }, code: 'INVALID_PARAMS' },
    {
      params: { list: 'selector', address: at('trader'), isAllowed: true, selector: TRANSFER },
      code: 'INVALID_PARAMS',
    },
    {
      params: {
        list: 'token',
        address: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
        isAllowed: false,
      },
      code: 'INVALID_PARAMS',
    },
    { params: { list: 'token', address: at('trader'), isAllowed: true }, code: 'ALLOWLIST_RULE_MISSING' },
  ],
  serves: [
    {
      name: 'a recipient that was not listed',
      params: { ...PAYEE, isAllowed: true },
      roundTrips: 0,
      plan: { route: 'owner', operation: 'set-allowlist' },
      expect: { list: 'recipient', address: at('trader'), isAllowed: true },
      after: shows(at('trader'), { isRecipient: true }),
    },
    {
      name: 'a token that is listed is dropped',
      params: { list: 'token', address: at('WETH'), isAllowed: false },
      after: shows(at('WETH'), { isAsset: false }),
    },
    {
      name: 'a function of a contract that is on no list, by its code of now',
      params: { list: 'selector', address: at('multicall3'), isAllowed: true, selector: TRANSFER },
      expect: { codeHash: { $matches: '^0x[0-9a-f]{64}$' } },
      after: [
        {
          tool: 'safety_check_allowlist',
          params: { subject: at('multicall3'), selector: TRANSFER },
          expect: { isTarget: true, isSpender: false, isSelectorAllowed: true },
        },
      ],
    },
    {
      name: 'each function brings the code along, so that it stays when another is dropped',
      before: [
        {
          tool: 'safety_set_allowlist',
          params: { list: 'selector', address: at('multicall3'), isAllowed: true, selector: TRANSFER },
        },
      ],
      params: { list: 'selector', address: at('multicall3'), isAllowed: true, selector: '0x23b872dd' },
      expect: { codeHash: { $matches: '^0x[0-9a-f]{64}$' } },
    },
  ],
})
