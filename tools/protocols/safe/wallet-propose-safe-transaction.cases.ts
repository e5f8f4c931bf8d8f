import { at, callData, defineCases, onChain } from '../../core/cases.ts'
import { PAYMENT } from './proposal-cases.ts'
import { refused, served } from './safe-cases.ts'

const NOBODY = '0x0000000000000000000000000000000000000000'

/** What the Safe itself says is to be signed for a payment at a nonce. */
const hashAt = (nonce: string) =>
  onChain(
    at('approver'),
    'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
    [PAYMENT.to, '0', PAYMENT.data, 0, '0', '0', '0', NOBODY, NOBODY, nonce],
  )

/** Cases of `wallet_propose_safe_transaction`. */
export const CASES = defineCases({
  refuses: [
    { params: PAYMENT, code: 'APPROVAL_NOT_CONFIGURED' },
    refused({ params: { ...PAYMENT, operation: 2 }, code: 'INVALID_PARAMS' }),
    refused({ params: { ...PAYMENT, operation: 1 }, code: 'SAFE_DELEGATECALL' }),
    refused({ params: { ...PAYMENT, gasPriceWei: '1' }, code: 'SAFE_REFUND' }),
    refused({ params: { ...PAYMENT, gasToken: at('USDC') }, code: 'SAFE_REFUND' }),
    refused({ params: { ...PAYMENT, refundReceiver: at('operator') }, code: 'SAFE_REFUND' }),
    refused({
      before: [{ tool: 'wallet_reject_safe_transaction', params: { nonce: '0' } }],
      params: { ...PAYMENT, nonce: '0' },
      code: 'SAFE_NONCE_NOT_NEXT',
    }),
  ],
  serves: [
    served({
      params: PAYMENT,
      plan: { route: 'outbox', operation: 'keep', 'calls.length': 0 },
      expect: {
        kind: 'safe-proposal',
        state: 'open',
        'body.safe': at('approver'),
        'body.to': at('USDC'),
        'body.valueWei': '0',
        'body.nonce': '0',
        'body.safeTxHash': hashAt('0'),
      },
    }),
    served({
      name: 'later, as a wallet exports it',
      params: {
        ...PAYMENT,
        nonce: '3',
        operation: 0,
        gasPriceWei: '0',
        gasToken: NOBODY,
        refundReceiver: NOBODY,
      },
      expect: { 'body.nonce': '3', 'body.safeTxHash': hashAt('3') },
    }),
    served({
      name: 'what may never be carried out may be proposed',
      params: {
        to: at('stranger'),
        data: callData('function approve(address,uint256)', [at('stranger'), '1']),
      },
      expect: { state: 'open' },
    }),
  ],
})
