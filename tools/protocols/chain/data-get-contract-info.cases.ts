import { at, defineCases, matching, not } from '../../core/cases.ts'

/** Cases of `data_get_contract_info`. */
export const CASES = defineCases({
  refuses: [{ params: { address: 'permit2' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      params: { address: at('permit2') },
      expect: { kind: 'contract', label: 'permit2', codeHash: matching('^0x[0-9a-f]{64}$') },
    },
    {
      name: 'a proxy',
      params: { address: at('USDT') },
      expect: { kind: 'proxy', implementation: not(null) },
    },
    {
      name: 'a plain account',
      params: { address: at('trader') },
      expect: { kind: 'eoa', codeHash: null, codeSizeBytes: 0 },
    },
  ],
})
