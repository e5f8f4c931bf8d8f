import { at, defineCases } from '../../core/cases.ts'
import { OWNED, VAULT, viewOf } from './vault-cases.ts'

const ASKED = { vault: VAULT, allocator: at('operator'), isAllocator: true }

/** Cases of `morpho_set_vault_allocator`. */
export const CASES = defineCases({
  refuses: [
    { params: ASKED, code: 'VAULT_ROLE_MISSING' },
    { before: OWNED, params: { ...ASKED, isAllocator: false }, code: 'VAULT_ALREADY_SET' },
  ],
  serves: [
    {
      before: OWNED,
      params: ASKED,
      plan: { route: 'owner', 'calls.length': 1, 'calls.0.to': VAULT },
      expect: { allocator: at('operator'), isAllocator: true },
      after: [
        { chain: viewOf('isAllocator(address) view returns (bool)', [at('operator')]), expect: { '': true } },
      ],
    },
  ],
})
