import { at, balanceOf, callData, defineCases, kept } from '../../core/cases.ts'
import { FUNDED, PAID_BASE_UNITS, PAYMENT, PROPOSED } from './proposal-cases.ts'
import { refused, served, shows, TOLD } from './safe-cases.ts'

const UNKNOWN = `0x${'7'.repeat(64)}`

/** Cases of `wallet_execute_safe_transaction`. */
export const CASES = defineCases({
  refuses: [
    { params: { proposalId: '7' }, code: 'INVALID_PARAMS' },
    refused({ params: { proposalId: UNKNOWN }, code: 'NOT_FOUND' }),
    refused({
      before: [
        {
          tool: 'wallet_propose_safe_transaction',
          params: { ...PAYMENT, nonce: '1' },
          keep: 'proposed',
        },
      ],
      params: { proposalId: kept('proposed.entryId') },
      code: 'SAFE_NONCE_NOT_NEXT',
    }),
  ],
  serves: [
    served({
      name: 'a payment to the account',
      before: [FUNDED, PROPOSED],
      params: { proposalId: kept('proposed.entryId') },
      plan: {
        route: 'account',
        'expectation.assets.length': 1,
        'expectation.assets.0.token': at('USDC'),
        'expectation.assets.0.deltaBaseUnits': PAID_BASE_UNITS,
      },
      expect: { ...TOLD, safeTxHash: kept('proposed.body.safeTxHash') },
      after: [
        { chain: balanceOf('USDC', 'approver'), expect: { '': '750000000' } },
        ...shows({ nonce: '1' }),
        {
          tool: 'wallet_list_safe_proposals',
          expect: { 'proposals.0.turn': 'void', 'proposals.0.canExecute': false },
        },
      ],
    }),
    served({
      name: 'a change of what decides for it',
      before: [
        {
          tool: 'wallet_propose_safe_transaction',
          params: { to: at('approver'), data: callData('function changeThreshold(uint256)', ['3']) },
          keep: 'proposed',
        },
      ],
      params: { proposalId: kept('proposed.entryId') },
      expect: { ...TOLD, threshold: 3, safeTxHash: kept('proposed.body.safeTxHash') },
      after: shows({ threshold: '3', nonce: '1' }),
    }),
  ],
})
