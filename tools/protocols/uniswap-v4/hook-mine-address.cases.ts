import { defineCases } from '../../core/cases.ts'

/** Cases of `hook_mine_address`. */
export const CASES = defineCases({
  refuses: [
    { params: { permissions: ['beforeSwap'] }, code: 'INVALID_PARAMS' },
    { params: { permissions: [], initCode: '0x00' }, code: 'INVALID_PARAMS' },
    { params: { permissions: ['beforeSwap'], initCode: '0x' }, code: 'INVALID_PARAMS' },
    {
      params: { permissions: ['beforeSwap'], initCode: '0x00', initCodeHash: `0x${'33'.repeat(32)}` },
      code: 'INVALID_PARAMS',
    },
    { params: { permissions: ['afterSwapReturnDelta'], initCode: '0x00' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // The first salt of which viem's own CREATE2 address ends in 0x0080, but for the two bits above the permissions.
      params: { permissions: ['beforeSwap'], initCode: '0x00' },
      roundTrips: 0,
      expect: {
        salt: '0x00000000000000000000000000000000000000000000000000000000000004a7',
        hook: '0xD532833d1460E63663A340B599B24a9E12AFc080',
        initCodeHash: '0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a',
        saltsTried: 1192,
      },
    },
    {
      name: 'from a salt on',
      params: {
        permissions: ['beforeSwap'],
        initCodeHash: '0xbc36789e7a1e281436464229828f817d6612f7b477d66591ff96a9e064bcc98a',
        fromSalt: 1191,
      },
      expect: { hook: '0xD532833d1460E63663A340B599B24a9E12AFc080', saltsTried: 1 },
    },
  ],
})
