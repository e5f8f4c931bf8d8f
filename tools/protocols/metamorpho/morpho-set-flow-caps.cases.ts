import { at, defineCases, onChain } from '../../core/cases.ts'
import { OWNED, VAULT, WETH_DAI, WETH_USDC } from './vault-cases.ts'

const ASKED = { vault: VAULT, market: WETH_USDC, maxInBaseUnits: '7000000', maxOutBaseUnits: '9000000' }
const CAPS = 'function flowCaps(address, bytes32) view returns (uint128 maxIn, uint128 maxOut)'
const ALLOCATOR = at('metamorpho.publicAllocator')

/** Cases of `morpho_set_flow_caps`. */
export const CASES = defineCases({
  refuses: [
    { params: ASKED, code: 'VAULT_ROLE_MISSING' },
    { before: OWNED, params: { ...ASKED, market: WETH_DAI }, code: 'VAULT_MARKET_UNFIT' },
    {
      before: OWNED,
      params: { ...ASKED, maxInBaseUnits: (2n ** 127n).toString() },
      code: 'VAULT_MARKET_UNFIT',
    },
  ],
  serves: [
    {
      before: OWNED,
      params: ASKED,
      plan: { route: 'owner', 'calls.length': 1, 'calls.0.to': ALLOCATOR },
      expect: { maxInBaseUnits: '7000000', maxOutBaseUnits: '9000000' },
      after: [
        { chain: onChain(ALLOCATOR, CAPS, [VAULT, WETH_USDC], 0), expect: { '': '7000000' } },
        { chain: onChain(ALLOCATOR, CAPS, [VAULT, WETH_USDC], 1), expect: { '': '9000000' } },
      ],
    },
  ],
})
