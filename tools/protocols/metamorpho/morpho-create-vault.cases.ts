import { at, defineCases } from '../../core/cases.ts'

const ASKED = { asset: 'USDC', vaultName: 'Agent USDC', vaultSymbol: 'aUSDC', timelockSeconds: 172_800 }

/** Cases of `morpho_create_vault`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...ASKED, asset: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...ASKED, timelockSeconds: 3_600 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: ASKED,
      plan: { route: 'owner', 'calls.length': 1, 'calls.0.to': at('metamorpho.factory') },
      expect: { vault: { $matches: '^0x[0-9a-fA-F]{40}$' } },
    },
  ],
})
