import { at, defineCases, onChain, sum } from '../../core/cases.ts'

/** Cases of `safety_set_cage_spend_cap`. */
export const CASES = defineCases({
  refuses: [{ params: { capUsdcBaseUnits: '1', step: 'now' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'a lower cap at once',
      params: { capUsdcBaseUnits: '5000000000', step: 'apply' },
      expect: { changed: true, dueSeconds: null },
    },
    {
      name: 'a higher cap waits',
      params: { capUsdcBaseUnits: '900000000000', step: 'queue' },
      expect: {
        changed: false,
        dueSeconds: sum(
          onChain(at('multicall3'), 'function getCurrentBlockTimestamp() view returns (uint256)'),
          '172800',
        ),
      },
    },
  ],
})
