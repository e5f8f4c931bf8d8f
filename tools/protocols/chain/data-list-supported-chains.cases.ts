import { defineCases } from '../../core/cases.ts'

/** Cases of `data_list_supported_chains`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      expect: {
        'chains.length': 9,
        'chains.-1': { chainId: 31337, name: 'local test chain', isConnected: true },
        nativeSymbol: 'ETH',
      },
    },
  ],
})
