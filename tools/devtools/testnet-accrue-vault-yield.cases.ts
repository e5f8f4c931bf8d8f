import { at, balanceOf, defineCases, kept, onChain, sum } from '../core/cases.ts'

const SAVINGS = at('erc4626.savingsVault')
const AMOUNT = '12000000'
const totalAssets = onChain(SAVINGS, 'function totalAssets() view returns (uint256)')

/** Cases of `testnet_accrue_vault_yield`. */
export const CASES = defineCases({
  refuses: [
    { params: { vault: SAVINGS, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { vault: at('USDC'), amountBaseUnits: AMOUNT }, code: 'INVALID_PARAMS' },
    { params: { vault: at('trader'), amountBaseUnits: AMOUNT }, code: 'INVALID_PARAMS' },
    // It lends its assets on: what lies in it counts for nobody.
    { params: { vault: at('erc4626.lendingVault'), amountBaseUnits: AMOUNT }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'what it is worth rises by what was given',
      before: [{ chain: totalAssets, keep: 'total' }],
      params: { vault: SAVINGS, amountBaseUnits: AMOUNT },
      expect: { token: at('USDC'), balanceBaseUnits: balanceOf('USDC', 'erc4626.savingsVault') },
      after: [{ chain: totalAssets, expect: { '': sum(kept('total'), AMOUNT) } }],
    },
  ],
})
