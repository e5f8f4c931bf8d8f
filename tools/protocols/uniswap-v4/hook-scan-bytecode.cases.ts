import { at, defineCases } from '../../core/cases.ts'

/** Cases of `hook_scan_bytecode`. */
export const CASES = defineCases({
  refuses: [
    { params: { hook: at('whale') }, code: 'NOT_FOUND' },
    { params: {}, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a hook without owner or storage',
      params: { hook: '0x57991106cb7Aa27E2771Beda0D6522F68524A888' },
      roundTrips: 1,
      expect: { operations: [], ownerFunctions: [], storageWriteCount: 0, minimalProxyOf: null },
    },
    {
      name: 'a hook whose fee anybody sets',
      params: { hook: '0xD11ef00000000000000000000000000000001080' },
      expect: {
        operations: [],
        ownerFunctions: [
          'forcePoolFeeUpdate((address,address,uint24,int24,address),uint24)',
          'setFee(uint24)',
          'setManager(address)',
        ],
      },
    },
    {
      // No hook, but a contract that hands its calls on.
      name: 'code that runs other code',
      params: { hook: at('USDT') },
      expect: { operations: ['DELEGATECALL'] },
    },
  ],
})
