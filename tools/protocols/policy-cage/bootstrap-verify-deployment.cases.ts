import { at, callData, defineCases, kept } from '../../core/cases.ts'

const WRONG = `0x${'11'.repeat(32)}`

/** Cases of `bootstrap_verify_deployment`. */
export const CASES = defineCases({
  refuses: [{ params: { codeHash: '0x11' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'what was deployed as configured',
      before: [{ tool: 'data_get_contract_info', params: { address: at('account') }, keep: 'cage' }],
      params: { codeHash: kept('cage.codeHash') },
      roundTrips: 2,
      expect: {
        cage: at('account'),
        cageCodeHash: kept('cage.codeHash'),
        isAsConfigured: true,
        totalDifferences: 0,
        differences: [],
      },
    },
    {
      name: 'what another key holds, and what may be called no more',
      ownedByGate: true,
      before: [
        {
          tool: 'safety_remove_cage_selectors',
          params: { target: at('weth'), selectors: ['0xd0e30db0'], step: 'apply' },
        },
        { tool: 'safety_set_cage_hot_lane', params: { hotLaneUsdcBaseUnits: '7', step: 'apply' } },
        {
          tool: 'safety_set_cage_recipient',
          params: { recipient: at('recipient'), isAllowed: false, step: 'apply' },
        },
        {
          tool: 'safety_set_cage_operator',
          params: { operator: '0x0000000000000000000000000000000000000000', step: 'apply' },
        },
        { send: { from: 'guardian', to: at('account'), data: callData('function pause()') } },
      ],
      params: { codeHash: WRONG },
      expect: {
        isAsConfigured: false,
        totalDifferences: 6,
        'differences.0.subject': 'code of the cage',
        'differences.0.expected': WRONG,
        'differences.1.subject': 'operator',
        'differences.1.expected': at('operator'),
        'differences.2.subject': 'paused',
        'differences.3.subject': 'hot lane, USDC base units',
        'differences.3.found': '7',
        'differences.4.expected': 'true',
        'differences.4.found': 'false',
        'differences.5.found': 'false',
      },
    },
  ],
})
