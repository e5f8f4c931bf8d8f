import { at, callData, defineCases } from '../../core/cases.ts'

const invalidate = (word: string, mask: string) => ({
  send: {
    from: 'trader',
    to: at('permit2'),
    data: callData('function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)', [word, mask]),
  },
})

/** Cases of `data_get_permit2_nonces`. */
export const CASES = defineCases({
  refuses: [
    { params: { words: [] }, code: 'INVALID_PARAMS' },
    { params: { words: ['-1'] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'none used',
      roundTrips: 1,
      expect: {
        owner: at('account'),
        'words.length': 8,
        'words.7': {
          word: '7',
          bitmap: `0x${'0'.repeat(64)}`,
          usedCount: 0,
          firstFreeNonce: '1792',
        },
      },
    },
    {
      name: 'some of one, all of another',
      before: [invalidate('0', '11'), invalidate('5', (2n ** 256n - 1n).toString())],
      params: { owner: at('trader'), words: ['5', '0'] },
      expect: {
        'words.0.usedCount': 256,
        'words.0.firstFreeNonce': null,
        'words.1.bitmap': `0x${'0'.repeat(63)}b`,
        'words.1.usedCount': 3,
        'words.1.firstFreeNonce': '2',
      },
    },
  ],
})
