import { at, defineCases, onChain, type Reference } from '../../core/cases.ts'
import { policyOf } from './cage-cases.ts'

const usedAt = (nonce: string): Reference =>
  onChain(policyOf('owner'), 'function used(uint256) view returns (bool)', [nonce])

/** Cases of `safety_list_owner_approvals`. */
export const CASES = defineCases({
  refuses: [
    { params: { nonces: ['-1'] }, code: 'INVALID_PARAMS' },
    { params: {}, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      ownedByGate: true,
      before: [
        { tool: 'safety_set_cage_drawdown', params: { maxDrawdownBps: 500, step: 'apply' } },
        { chain: usedAt('1'), expect: { '': true } },
        { chain: usedAt('2'), expect: { '': false } },
      ],
      params: { nonces: ['1', '2'] },
      roundTrips: 4,
      expect: {
        gate: policyOf('owner'),
        approver: at('owner'),
        totalFound: 1,
        'approvals.0.nonce': '1',
        'approvals.0.outcome': 'carried-out',
        'approvals.0.tool': 'safety_set_cage_drawdown',
        'approvals.0.sender': at('operator'),
        nonces: [
          { nonce: '1', isOpen: false },
          { nonce: '2', isOpen: true },
        ],
      },
    },
  ],
})
