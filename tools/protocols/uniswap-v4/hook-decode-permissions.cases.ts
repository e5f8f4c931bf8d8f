import { defineCases } from '../../core/cases.ts'

/** Cases of `hook_decode_permissions`. */
export const CASES = defineCases({
  refuses: [
    { params: {}, code: 'INVALID_PARAMS' },
    { params: { hook: '0x2888' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // As its own `getHookPermissions` says (v4-periphery `BaseTokenWrapperHook.sol`).
      params: { hook: '0x57991106cb7Aa27E2771Beda0D6522F68524A888' },
      roundTrips: 0,
      expect: {
        permissions: ['beforeInitialize', 'beforeAddLiquidity', 'beforeSwap', 'beforeSwapReturnDelta'],
        isValid: true,
        changesSwapAmounts: true,
        changesLiquidityAmounts: false,
        mayRefuseSwaps: true,
        mayRefuseDeposits: true,
        mayRefuseWithdrawals: false,
      },
    },
    {
      name: 'amounts cannot change without a callback',
      params: { hook: '0x0000000000000000000000000000000000000008' },
      expect: { permissions: ['beforeSwapReturnDelta'], isValid: false, mayRefuseSwaps: false },
    },
    {
      name: 'no bit is no hook',
      params: { hook: '0xffffffffffffffffffffffffffffffffffffc000' },
      expect: { 'permissions.length': 0, isValid: false, changesSwapAmounts: false },
    },
  ],
})
