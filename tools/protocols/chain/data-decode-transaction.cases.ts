import { at, callData, defineCases } from '../../core/cases.ts'

/** Cases of `data_decode_transaction`. */
export const CASES = defineCases({
  refuses: [{ params: { data: '0x1' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      params: { to: at('weth'), data: callData('function deposit()') },
      expect: { functionName: 'deposit', protocol: 'weth', isCertain: true },
    },
    {
      name: 'a bundle',
      params: {
        to: at('uniswap-v3.swapRouter'),
        data: callData('function multicall(bytes[] data)', [[callData('function deposit()'), '0xdeadbeef']]),
      },
      expect: {
        functionName: 'multicall',
        label: 'uniswap-v3.swapRouter',
        isCertain: true,
        'inner.length': 2,
        'inner.0.functionName': 'deposit',
        'inner.1.functionName': null,
        leftOutCalls: 0,
      },
    },
    {
      name: 'a bundle of more calls than are shown',
      params: {
        data: callData('function multicall(bytes[] data)', [
          Array.from({ length: 300 }, () => callData('function deposit()')),
        ]),
      },
      expect: { 'inner.length': 256, leftOutCalls: 44 },
    },
    { name: 'a plain payment', params: { data: '0x' }, expect: { functionName: 'native transfer' } },
  ],
})
