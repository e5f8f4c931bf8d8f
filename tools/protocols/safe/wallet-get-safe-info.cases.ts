import { at, callData, defineCases, onChain } from '../../core/cases.ts'

const NOBODY = '0x0000000000000000000000000000000000000000'

/** Where the factory puts the first Safe of these owners, by CREATE2. */
const SAFE = '0x1E712E3CEbCF65490dad4559fcc78f9221FA9CfA'

/** Two owners, of whom one must sign. */
const CREATED = {
  send: {
    from: 'stranger',
    to: at('safe.proxyFactory'),
    data: callData('function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)', [
      at('safe.singleton'),
      callData(
        'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
        [[at('owner'), at('trader')], '1', NOBODY, '0x', at('safe.fallbackHandler'), NOBODY, '0', NOBODY],
      ),
      '7',
    ]),
  },
}

/** The owner sends it, which is its signature (Safe, signatures of type 1). */
const OWNER_SENDS =
  '0x000000000000000000000000f39fd6e51aad88f6f4ce6ab8827279cfffb92266000000000000000000000000000000000000000000000000000000000000000001'

/** A module acts for it from then on. */
const MODULE_ENABLED = {
  send: {
    from: 'owner',
    to: SAFE,
    data: callData(
      'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
      [
        SAFE,
        '0',
        callData('function enableModule(address module)', [at('whale')]),
        0,
        '0',
        '0',
        '0',
        NOBODY,
        NOBODY,
        OWNER_SENDS,
      ],
    ),
  },
}

/** Cases of `wallet_get_safe_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { safe: at('stranger') }, code: 'NOT_FOUND' },
    { params: { safe: at('weth') }, code: 'NOT_FOUND' },
    { params: { safe: 'mine' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [CREATED],
      params: { safe: SAFE },
      roundTrips: 5,
      expect: {
        safe: SAFE,
        version: '1.4.1',
        singleton: at('safe.singleton'),
        isPublishedCode: true,
        owners: [at('owner'), at('trader')],
        threshold: 1,
        nonce: onChain(SAFE, 'function nonce() view returns (uint256)'),
        modules: [],
        hasMoreModules: false,
        guard: null,
        fallbackHandler: at('safe.fallbackHandler'),
      },
    },
    {
      name: 'with a module',
      before: [CREATED, MODULE_ENABLED],
      params: { safe: SAFE },
      roundTrips: 5,
      expect: { nonce: '1', modules: [at('whale')], hasMoreModules: false },
    },
  ],
})
