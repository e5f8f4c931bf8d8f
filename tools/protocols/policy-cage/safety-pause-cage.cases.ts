import { at, callData, defineCases } from '../../core/cases.ts'
import { policyOf, shows } from './cage-cases.ts'

/** Cases of `safety_pause_cage`. */
export const CASES = defineCases({
  refuses: [
    { params: { reason: 'none is asked for' }, code: 'INVALID_PARAMS' },
    {
      before: [{ send: { from: 'guardian', to: at('account'), data: callData('function pause()') } }],
      params: {},
      code: 'CAGE_ALREADY_PAUSED',
    },
  ],
  serves: [
    {
      params: {},
      plan: {
        route: 'op',
        'calls.length': 1,
        'calls.0.to': at('account'),
        'calls.0.data': callData('function pause()'),
      },
      expect: { paused: true },
      after: shows([[policyOf('paused'), true]]),
    },
  ],
})
