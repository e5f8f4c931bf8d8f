import { at, defineCases } from '../../core/cases.ts'
import { DELAY_SECONDS, DUE, policyOf, shows, tightens } from './cage-cases.ts'

/** Cases of `safety_set_cage_operator`. */
export const CASES = defineCases({
  refuses: [{ params: { operator: at('stranger') }, code: 'INVALID_PARAMS' }],
  serves: [
    tightens(
      { operator: '0x0000000000000000000000000000000000000000' },
      [[policyOf('operator'), '0x0000000000000000000000000000000000000000']],
      'none at once',
    ),
    {
      name: 'another operator waits',
      params: { operator: at('stranger'), step: 'queue' },
      expect: { changed: false, loosened: null, dueSeconds: DUE },
      after: [
        {
          tool: 'safety_set_cage_operator',
          params: { operator: at('stranger'), step: 'apply' },
          code: 'SIMULATION_REVERTED',
        },
        { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS } },
        {
          tool: 'safety_set_cage_operator',
          params: { operator: at('stranger'), step: 'apply' },
          expect: { changed: true, loosened: true },
        },
        ...shows([[policyOf('operator'), at('stranger')]]),
      ],
    },
  ],
})
