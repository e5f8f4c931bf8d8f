import { at, callData, defineCases, onChain, sum } from '../../core/cases.ts'

/** Cases of `safety_unpause_cage`. */
export const CASES = defineCases({
  refuses: [{ params: {}, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [{ send: { from: 'guardian', to: at('account'), data: callData('function pause()') } }],
      params: { step: 'queue' },
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
