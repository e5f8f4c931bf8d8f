import { at, type CaseStep, callData, defineCases, kept } from '../../core/cases.ts'
import { DELAY_SECONDS, policyOf, shows } from './cage-cases.ts'

const QUEUED: CaseStep = {
  tool: 'safety_set_cage_spend_cap',
  params: { capUsdcBaseUnits: '900000000000', step: 'queue' },
  keep: 'queued',
}
const APPLY_DUE: CaseStep = {
  tool: 'safety_set_cage_spend_cap',
  params: { capUsdcBaseUnits: '900000000000', step: 'apply' },
}
const APPLY: CaseStep = { ...APPLY_DUE, code: 'SIMULATION_REVERTED' }

/** Cases of `safety_cancel_cage_change`. */
export const CASES = defineCases({
  refuses: [{ params: { changeId: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'what was dropped cannot be applied, and has to be queued anew',
      before: [QUEUED, { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS } }],
      params: { changeId: kept('queued.changeId') },
      expect: { cancelled: true },
      after: [
        APPLY,
        QUEUED,
        APPLY,
        { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS } },
        { ...APPLY_DUE, expect: { changed: true } },
        ...shows([[policyOf('windowSpendCapUsdc'), '900000000000']]),
      ],
    },
    {
      name: 'what the guardian dropped cannot be applied either, nor dropped again',
      before: [QUEUED],
      params: { changeId: kept('queued.changeId') },
      expect: { cancelled: true },
      after: [
        {
          tool: 'safety_cancel_cage_change',
          params: { changeId: kept('queued.changeId') },
          code: 'SIMULATION_REVERTED',
        },
        QUEUED,
        {
          send: {
            from: 'guardian',
            to: at('account'),
            data: callData('function cancel(bytes32)', [kept('queued.changeId')]),
          },
        },
        { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS } },
        APPLY,
        ...shows([[policyOf('windowSpendCapUsdc'), '100000000000']]),
      ],
    },
    {
      name: 'queued again it waits anew',
      before: [
        QUEUED,
        { tool: 'testnet_time_travel', params: { durationSeconds: DELAY_SECONDS - 3_600 } },
        QUEUED,
        { tool: 'testnet_time_travel', params: { durationSeconds: 3_600 } },
        APPLY,
      ],
      params: { changeId: kept('queued.changeId') },
      expect: { cancelled: true },
    },
  ],
})
