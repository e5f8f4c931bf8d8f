import { at, defineCases, onChain } from '../../core/cases.ts'

const PAIR = { token: 'USDC', spender: at('uniswap-v3.swapRouter') }
const BITMAP = 'function nonceBitmap(address, uint256) view returns (uint256)'
const ALLOWANCE =
  'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)'

/** Cases of `safety_invalidate_permit2_nonces`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { pairs: [{ ...PAIR, token: 'USDX' }] }, code: 'UNKNOWN_TOKEN' },
    { params: { pairs: [{ ...PAIR, newNonce: 65_536 }] }, code: 'INVALID_PARAMS' },
    { params: { pairs: [PAIR, { ...PAIR, newNonce: 9 }] }, code: 'INVALID_PARAMS' },
    { params: { nonces: [(2n ** 256n).toString()] }, code: 'INVALID_PARAMS' },
    {
      before: [{ tool: 'safety_invalidate_permit2_nonces', params: { nonces: ['3'] } }],
      params: { nonces: ['3'] },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      name: 'what was signed for a spender',
      before: [
        { tool: 'permit2_sign_permit', params: { ...PAIR, amountBaseUnits: '4321', ttlSeconds: 600 } },
      ],
      params: { pairs: [PAIR] },
      plan: { 'calls.length': 1, 'calls.0.to': at('permit2') },
      expect: {
        pairs: [{ token: at('USDC'), spender: at('uniswap-v3.swapRouter'), oldNonce: 0, newNonce: 1 }],
        words: [],
      },
      after: [
        {
          tool: 'data_get_permit2_allowance',
          params: PAIR,
          expect: {
            nonce: 1,
            allowanceBaseUnits: onChain(
              at('permit2'),
              ALLOWANCE,
              [at('account'), at('USDC'), at('uniswap-v3.swapRouter')],
              0,
            ),
          },
        },
      ],
    },
    {
      name: 'as many as one call may skip',
      params: { pairs: [{ ...PAIR, newNonce: 65_535 }] },
      expect: { 'pairs.0.newNonce': 65_535 },
    },
    {
      name: 'single nonces and whole words, without those that are used up',
      before: [{ tool: 'safety_invalidate_permit2_nonces', params: { nonces: ['3'] } }],
      params: { nonces: ['3', '1', '256'], words: ['4'] },
      plan: { 'calls.length': 3 },
      expect: {
        pairs: [],
        'words.length': 3,
        'words.0': { word: '0', mask: `0x${'0'.repeat(63)}2` },
        'words.1.word': '1',
        'words.2': { word: '4', mask: `0x${'f'.repeat(64)}` },
      },
      after: [
        {
          tool: 'data_get_permit2_nonces',
          params: { words: ['0', '4'] },
          expect: { 'words.0.usedCount': 2, 'words.1.firstFreeNonce': null },
        },
        {
          tool: 'data_read_contract',
          params: { contract: at('permit2'), function: BITMAP, args: [at('account'), '1'] },
          expect: { result: '1' },
        },
      ],
    },
  ],
})
