import { at, defineCases, onChain, type Reference } from '../../core/cases.ts'
import { policyOf } from './cage-cases.ts'

const usedAt = (nonce: string): Reference =>
  onChain(policyOf('owner'), 'function used(uint256) view returns (bool)', [nonce])

const TIGHTEN = { tool: 'safety_set_cage_drawdown', params: { maxDrawdownBps: 500, step: 'apply' } }

/** Cases of `safety_give_up_approval`. */
export const CASES = defineCases({
  refuses: [
    { owner: 'safe', params: { nonce: '-1' }, code: 'INVALID_PARAMS' },
    { owner: 'safe', params: { nonce: (2n ** 256n).toString() }, code: 'INVALID_PARAMS' },
    { params: { nonce: '7' }, code: 'APPROVER_IS_A_KEY' },
    { owner: 'safe', before: [TIGHTEN], params: { nonce: '1' }, code: 'APPROVAL_ENDED' },
    {
      owner: 'safe',
      before: [{ tool: 'safety_give_up_approval', params: { nonce: '7' } }],
      params: { nonce: '7' },
      code: 'APPROVAL_ENDED',
    },
  ],
  serves: [
    {
      owner: 'safe',
      // The approval of this very act is the first that is asked for, and is no nonce of the gate.
      params: { nonce: '2' },
      roundTrips: 1,
      plan: {
        route: 'account',
        maker: at('approver'),
        'calls.length': 1,
        'calls.0.to': policyOf('owner'),
        'calls.0.valueWei': '0',
        'expectation.assets': [],
      },
      expect: { gate: policyOf('owner'), nonce: '2', givenUp: true },
      after: [
        { chain: usedAt('1'), expect: { '': false } },
        { chain: usedAt('2'), expect: { '': true } },
        {
          tool: 'safety_list_owner_approvals',
          params: { nonces: ['2', '3'] },
          expect: {
            'approvals.0.nonce': '2',
            'approvals.0.outcome': 'given-up',
            nonces: [
              { nonce: '2', isOpen: false },
              { nonce: '3', isOpen: true },
            ],
          },
        },
        // Its approval has the nonce that was given up; the next one is another.
        { ...TIGHTEN, code: 'CAGE_REJECTED' },
        { chain: policyOf('maxDrawdownBps'), expect: { '': '1000' } },
        { ...TIGHTEN, expect: { changed: true } },
        { chain: policyOf('maxDrawdownBps'), expect: { '': '500' } },
      ],
    },
  ],
})
