import { at, callData, defineCases, kept } from '../../core/cases.ts'

const APPROVE = {
  from: 'trader',
  to: at('permit2'),
  data: callData('function approve(address token, address spender, uint160 amount, uint48 expiration)', [
    at('USDC'),
    at('stranger'),
    '5',
    '1900000000',
  ]),
}
const DEPLOY = {
  from: 'trader',
  to: at('USDC'),
  data: callData('function mint(address,uint256)', [at('owner'), '3']),
}

/** Cases of `data_decode_receipt_events`. */
export const CASES = defineCases({
  refuses: [
    { params: { hash: `0x${'11'.repeat(32)}` }, code: 'NOT_FOUND' },
    { params: { hash: '0x12' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [{ send: APPROVE, keep: 'hash' }],
      params: { hash: kept('hash') },
      roundTrips: 1,
      expect: {
        status: 'success',
        totalEvents: 1,
        'events.0.emitter': at('permit2'),
        'events.0.emitterLabel': 'permit2',
        'events.0.protocol': 'permit2',
        'events.0.eventName': 'Approval',
        'events.0.isCertain': true,
        'events.0.args': [
          { name: 'owner', type: 'address', value: at('trader') },
          { name: 'token', type: 'address', value: at('USDC') },
          { name: 'spender', type: 'address', value: at('stranger') },
          { name: 'amount', type: 'uint160', value: '5' },
          { name: 'expiration', type: 'uint48', value: '1900000000' },
        ],
        'events.0.raw': null,
      },
    },
    {
      name: 'of a token',
      before: [{ send: DEPLOY, keep: 'hash' }],
      params: { hash: kept('hash') },
      expect: {
        'events.0.emitterLabel': 'USDC',
        'events.0.eventName': 'Transfer',
        'events.0.isCertain': true,
        'events.0.args.1.value': at('owner'),
        'events.0.args.2.value': '3',
      },
    },
    {
      name: 'nothing after the last',
      before: [{ send: DEPLOY, keep: 'hash' }],
      params: { hash: kept('hash'), fromIndex: 1 },
      expect: { totalEvents: 1, events: [] },
    },
  ],
})
