import { at, defineCases, kept } from '../../core/cases.ts'
import { approvedBy, PROPOSED } from './proposal-cases.ts'
import { OWNERS, served } from './safe-cases.ts'

/** Cases of `wallet_list_safe_proposals`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'APPROVAL_NOT_CONFIGURED' },
    { ownedByGate: true, params: {}, code: 'NOT_FOUND' },
  ],
  serves: [
    served({
      expect: { safe: at('approver'), nonce: '0', threshold: 2, totalFound: 0, proposals: [] },
    }),
    served({
      name: 'approved by one, then by two',
      before: [PROPOSED, ...approvedBy(2)],
      expect: {
        totalFound: 1,
        'proposals.0.proposalId': kept('proposed.entryId'),
        'proposals.0.safeTxHash': kept('proposed.body.safeTxHash'),
        'proposals.0.approvedBy': [OWNERS[2]],
        'proposals.0.turn': 'next',
        'proposals.0.canExecute': false,
      },
      after: [
        ...approvedBy(0),
        {
          tool: 'wallet_list_safe_proposals',
          expect: { 'proposals.0.approvedBy': [OWNERS[0], OWNERS[2]], 'proposals.0.canExecute': true },
        },
        { tool: 'wallet_reject_safe_transaction', params: { nonce: '0' } },
        {
          tool: 'wallet_list_safe_proposals',
          expect: { nonce: '1', 'proposals.0.turn': 'void', 'proposals.0.canExecute': false },
        },
      ],
    }),
  ],
})
