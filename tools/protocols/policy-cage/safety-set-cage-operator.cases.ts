import { at, defineCases, onChain, sum } from '../../core/cases.ts'

/** Cases of `safety_set_cage_operator`. */
export const CASES = defineCases({
  refuses: [{ params: { operator: at('stranger') }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'another operator waits',
      params: { operator: at('stranger'), step: 'queue' },
      expect: {
        changed: false,
        dueSeconds: sum(
          onChain(at('multicall3'), 'function getCurrentBlockTimestamp() view returns (uint256)'),
          '172800',
        ),
      },
    },
    {
      name: 'none at once',
      params: { operator: '0x0000000000000000000000000000000000000000', step: 'apply' },
      expect: { changed: true, dueSeconds: null },
    },
  ],
})
