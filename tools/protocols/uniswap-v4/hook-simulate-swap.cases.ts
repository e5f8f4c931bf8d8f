import { between, defineCases, kept } from '../../core/cases.ts'

const TAKING = '0xFEE7a40000000000000000000000000000000547'
const PAIR = { tokenIn: 'USDC', tokenOut: 'WETH', feeTier: 3000 }
const AMOUNT = { amountInBaseUnits: '3000000000' }
const DYNAMIC = {
  tokenIn: 'ETH',
  tokenOut: 'USDC',
  feeTier: 8388608,
  tickSpacing: 60,
  hooks: '0xD11ef00000000000000000000000000000001080',
  amountInBaseUnits: '1000000000000000000',
}

/** Cases of `hook_simulate_swap`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, ...AMOUNT }, code: 'INVALID_PARAMS' },
    { params: { ...PAIR, hooks: TAKING, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, ...AMOUNT, hooks: DYNAMIC.hooks }, code: 'POOL_NOT_INITIALIZED' },
    { params: DYNAMIC, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      // The hook takes 1.23 % of what comes out (`FeeTakingHook.SWAP_FEE_BIPS`); its pool is half as deep.
      before: [
        {
          tool: 'uniswap_quote_v4_pool',
          params: { ...PAIR, hooks: TAKING, amountBaseUnits: AMOUNT.amountInBaseUnits },
          keep: 'hooked',
        },
        {
          tool: 'uniswap_quote_v4_pool',
          params: { ...PAIR, amountBaseUnits: AMOUNT.amountInBaseUnits },
          keep: 'plain',
        },
      ],
      params: { ...PAIR, ...AMOUNT, hooks: TAKING },
      roundTrips: 1,
      expect: {
        'hooked.amountOutBaseUnits': kept('hooked.amountOutBaseUnits'),
        'plain.amountOutBaseUnits': kept('plain.amountOutBaseUnits'),
        differenceBps: between(-130, -123),
      },
    },
    {
      name: 'a fee of 0.25 % against one of 0.05 %',
      params: { ...DYNAMIC, plainFeeTier: 500 },
      expect: {
        'hooked.lpFeeMillionths': 2500,
        'plain.lpFeeMillionths': 500,
        differenceBps: between(-24, -19),
      },
    },
    {
      name: 'there is no pool without the hook',
      params: {
        tokenIn: 'ETH',
        tokenOut: 'WETH',
        feeTier: 0,
        tickSpacing: 60,
        hooks: '0x57991106cb7Aa27E2771Beda0D6522F68524A888',
        amountInBaseUnits: '5',
      },
      expect: { 'hooked.amountOutBaseUnits': '5', plain: null, differenceBps: null },
    },
  ],
})
