import { at, defineCases, kept, matching, onChain } from '../../core/cases.ts'
import { OWNERS } from './safe-cases.ts'

const WANTED = { owners: [...OWNERS], threshold: 2 }

/** Cases of `wallet_create_safe`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...WANTED, threshold: 4 }, code: 'SAFE_THRESHOLD_INVALID' },
    { params: { ...WANTED, owners: [OWNERS[0], OWNERS[0]] }, code: 'INVALID_PARAMS' },
    {
      params: { ...WANTED, owners: ['0x0000000000000000000000000000000000000001'], threshold: 1 },
      code: 'INVALID_PARAMS',
    },
    {
      before: [{ tool: 'wallet_create_safe', params: WANTED }],
      params: WANTED,
      code: 'SAFE_EXISTS',
    },
  ],
  serves: [
    {
      params: WANTED,
      roundTrips: 2,
      plan: { route: 'owner', 'calls.length': 1, 'calls.0.to': at('safe.proxyFactory') },
      expect: { safe: matching('^0x[0-9a-fA-F]{40}$'), owners: [...OWNERS], threshold: 2 },
    },
    {
      name: 'another salt gives another Safe of the same owners, of published code',
      before: [{ tool: 'wallet_create_safe', params: WANTED, keep: 'first' }],
      params: { ...WANTED, salt: '1' },
      expect: { safe: { $not: kept('first.safe') } },
      after: [
        {
          tool: 'wallet_get_safe_info',
          params: { safe: kept('first.safe') },
          expect: {
            isPublishedCode: true,
            owners: [...OWNERS],
            threshold: 2,
            modules: [],
            guard: null,
            fallbackHandler: at('safe.fallbackHandler'),
          },
        },
        {
          chain: onChain(kept('first.safe'), 'function getThreshold() view returns (uint256)'),
          expect: { '': '2' },
        },
      ],
    },
  ],
})
