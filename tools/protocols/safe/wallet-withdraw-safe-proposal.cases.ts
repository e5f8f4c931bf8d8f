import { defineCases, kept } from '../../core/cases.ts'
import { PROPOSED } from './proposal-cases.ts'
import { refused, served } from './safe-cases.ts'

const UNKNOWN = `0x${'7'.repeat(64)}`

/** Cases of `wallet_withdraw_safe_proposal`. */
export const CASES = defineCases({
  refuses: [
    { params: { proposalId: UNKNOWN }, code: 'APPROVAL_NOT_CONFIGURED' },
    refused({ params: { proposalId: UNKNOWN }, code: 'NOT_FOUND' }),
  ],
  serves: [
    served({
      before: [PROPOSED],
      params: { proposalId: kept('proposed.entryId') },
      plan: { route: 'outbox', operation: 'end' },
      expect: { entryId: kept('proposed.entryId'), state: 'ended' },
      after: [
        { tool: 'wallet_list_safe_proposals', expect: { totalFound: 0 } },
        {
          tool: 'wallet_withdraw_safe_proposal',
          params: { proposalId: kept('proposed.entryId') },
          code: 'NOT_FOUND',
        },
      ],
    }),
  ],
})
