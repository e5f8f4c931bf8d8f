import { at, defineCases, nativeBalanceOf } from '../../core/cases.ts'

/** Cases of `safety_check_address`. */
export const CASES = defineCases({
  seesSpelling: true,
  refuses: [{ params: { address: 'USDC' }, code: 'INVALID_PARAMS' }],
  serves: [
    { params: { address: at('USDC') }, expect: { verdict: 'known', label: 'USDC', checksum: 'valid' } },
    {
      name: 'one that resembles a known one',
      params: { address: '0xa0b869911111111111111111111111113606eb48' },
      expect: {
        checksum: 'absent',
        verdict: 'suspicious',
        'lookalike.address': at('USDC'),
        'lookalike.label': 'USDC',
      },
    },
    {
      name: 'a wrong checksum',
      params: { address: '0x90f79bf6EB2c4f870365E785982E1f101E93b906' },
      expect: { address: at('trader'), checksum: 'wrong' },
    },
    {
      name: 'an approved recipient',
      params: { address: at('recipient') },
      expect: { verdict: 'known', isAllowlisted: true, balanceWei: nativeBalanceOf('recipient') },
    },
  ],
})
