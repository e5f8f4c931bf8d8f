import { between, defineCases } from '../../core/cases.ts'

const NATIVE = {
  tokenA: 'ETH',
  tokenB: 'USDC',
  feeTier: 500,
  rangeTicks: 500,
  amountABaseUnits: '1000000000000000000',
  amountBBaseUnits: '2000000000',
}
const TAKEN = {
  ...NATIVE,
  tokenA: 'WETH',
  feeTier: 3000,
  hooks: '0xFEE7a40000000000000000000000000000000547',
}

/** Cases of `uniswap_simulate_v4_add_liquidity`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...NATIVE, feeTier: 100 }, code: 'POOL_NOT_INITIALIZED' },
    { params: { ...NATIVE, tokenB: 'ETH' }, code: 'SAME_TOKEN' },
    { params: { ...NATIVE, amountABaseUnits: '0' }, code: 'INVALID_PARAMS' },
    { params: { ...NATIVE, tickLower: 5, tickUpper: 100 }, code: 'INVALID_PARAMS' },
    { params: { ...NATIVE, tickLower: -100 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'native coin, unwrapped for it',
      params: NATIVE,
      expect: {
        success: true,
        revertReason: null,
        used1BaseUnits: between('1999999990', '2000000000'),
        used0BaseUnits: between('600000000000000000', '720000000000000000'),
        hook0BaseUnits: '0',
        hook1BaseUnits: '0',
      },
    },
    {
      // The hook takes 5.43 % on top of what is paid in (`FeeTakingHook.LIQUIDITY_FEE`).
      name: 'a hook that takes of it',
      params: TAKEN,
      expect: {
        success: true,
        used0BaseUnits: between('2108590000', '2108600000'),
        hook0BaseUnits: between('108590000', '108600000'),
        unused0BaseUnits: between('-108600000', '-108590000'),
      },
    },
    {
      name: 'a hook that lets nobody provide',
      params: {
        tokenA: 'ETH',
        tokenB: 'WETH',
        feeTier: 0,
        tickSpacing: 60,
        rangeTicks: 600,
        hooks: '0x57991106cb7Aa27E2771Beda0D6522F68524A888',
        amountABaseUnits: '1000000',
        amountBBaseUnits: '1000000',
      },
      expect: { success: false, used0BaseUnits: '0', liquidity: '0' },
    },
  ],
})
