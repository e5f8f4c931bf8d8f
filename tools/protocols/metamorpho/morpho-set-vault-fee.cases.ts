import { at, defineCases } from '../../core/cases.ts'
import { OWNED, PRETENDED, PRETENDS, VAULT, viewOf } from './vault-cases.ts'

const NOBODY = '0x0000000000000000000000000000000000000000'

const ASKED = { vault: VAULT, feeBps: 1_000, recipient: at('recipient') }

/** Cases of `morpho_set_vault_fee`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...ASKED, feeBps: 5_001 }, code: 'INVALID_PARAMS' },
    { params: ASKED, code: 'VAULT_ROLE_MISSING' },
    { before: [...OWNED, PRETENDS], params: { ...ASKED, vault: PRETENDED }, code: 'NOT_A_METAMORPHO' },
    { before: OWNED, params: { ...ASKED, recipient: NOBODY }, code: 'INVALID_PARAMS' },
    {
      before: [...OWNED, { tool: 'morpho_set_vault_fee', params: ASKED }],
      params: ASKED,
      code: 'VAULT_ALREADY_SET',
    },
  ],
  serves: [
    {
      before: OWNED,
      params: ASKED,
      plan: { route: 'owner', 'calls.length': 2, 'calls.0.to': VAULT },
      expect: { feeBps: 1_000, recipient: at('recipient') },
      after: [
        { chain: viewOf('fee() view returns (uint96)'), expect: { '': '100000000000000000' } },
        { chain: viewOf('feeRecipient() view returns (address)'), expect: { '': at('recipient') } },
      ],
    },
    {
      name: 'no fee any more, and nobody who gets it',
      before: [...OWNED, { tool: 'morpho_set_vault_fee', params: ASKED }],
      params: { vault: VAULT, feeBps: 0, recipient: NOBODY },
      expect: { feeBps: 0, recipient: NOBODY },
      after: [{ chain: viewOf('fee() view returns (uint96)'), expect: { '': '0' } }],
    },
  ],
})
