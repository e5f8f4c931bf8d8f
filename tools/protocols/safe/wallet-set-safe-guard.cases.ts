import { at, defineCases } from '../../core/cases.ts'
import { refused, served, shows, TOLD } from './safe-cases.ts'

/** Cases of `wallet_set_safe_guard`. */
export const CASES = defineCases({
  refuses: [
    refused({
      params: { guard: '0x0000000000000000000000000000000000000000' },
      code: 'SAFE_SETTING_UNCHANGED',
    }),
    refused({ params: { guard: 'none' }, code: 'INVALID_PARAMS' }),
  ],
  serves: [
    served({
      params: { guard: at('safe.reentrancyGuard') },
      expect: { ...TOLD, guard: at('safe.reentrancyGuard') },
      after: [
        ...shows({ guard: '0x00000000000000000000000046eb3f72d14702b9324aa441816303e18af9da28', nonce: '1' }),
        {
          tool: 'wallet_set_safe_guard',
          params: { guard: '0x0000000000000000000000000000000000000000' },
          expect: { guard: '0x0000000000000000000000000000000000000000' },
        },
        ...shows({ guard: `0x${'00'.repeat(32)}`, nonce: '2' }),
      ],
    }),
  ],
})
