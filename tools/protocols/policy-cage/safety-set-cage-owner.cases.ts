import { at, defineCases } from '../../core/cases.ts'
import { DELAY_SECONDS, DUE, policyOf, shows } from './cage-cases.ts'

/** Cases of `safety_set_cage_owner`. */
export const CASES = defineCases({
  refuses: [
    {
      params: { owner: '0x0000000000000000000000000000000000000000', step: 'queue' },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      name: 'another owner waits',
      params: { owner: at('stranger'), step: 'queue' },
      expect: { changed: false, loosened: null, dueSeconds: DUE },
      after: [
        {
          tool: 'safety_set_cage_owner',
          params: { owner: at('stranger'), step: 'apply' },
          code: 'SIMULATION_REVERTED',
        },
        { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS } },
        {
          tool: 'safety_set_cage_owner',
          params: { owner: at('stranger'), step: 'apply' },
          expect: { changed: true, loosened: true },
        },
        ...shows([[policyOf('owner'), at('stranger')]]),
        {
          tool: 'safety_set_cage_hot_lane',
          params: { hotLaneUsdcBaseUnits: '0', step: 'apply' },
          code: 'SIMULATION_REVERTED',
        },
      ],
    },
  ],
})
