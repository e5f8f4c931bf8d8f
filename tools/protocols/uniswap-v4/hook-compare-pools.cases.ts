import { at, type CaseStep, callData, defineCases, kept, not } from '../../core/cases.ts'

const PAIR = { tokenIn: 'USDC', tokenOut: 'WETH' }
const AMOUNT = '3000000000'

/** A hook that is asked before each swap and never comes to an answer, and three pools that have it. */
const ENDLESS = '0x4ACfB948cFBFCcC39F63a13b738D036654E24080'
const ENDLESS_POOLS: readonly CaseStep[] = [
  {
    send: {
      from: 'attacker',
      to: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
      data: `0x${'becb'.padStart(64, '0')}60038060095f395ff35b5f56`,
    },
  },
  ...(
    [
      ['100', '1'],
      ['500', '10'],
      ['3000', '60'],
    ] as const
  ).map(
    ([fee, spacing]): CaseStep => ({
      send: {
        from: 'attacker',
        to: at('uniswap-v4.poolManager'),
        data: callData('function initialize((address, address, uint24, int24, address), uint160)', [
          [at('USDC'), at('WETH'), fee, spacing, ENDLESS],
          (2n ** 96n).toString(),
        ]),
      },
    }),
  ),
]

/** Cases of `hook_compare_pools`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...PAIR, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...PAIR, tokenOut: 'USDC', amountInBaseUnits: '1' }, code: 'SAME_TOKEN' },
  ],
  serves: [
    {
      before: [
        {
          tool: 'uniswap_quote_v4_pool',
          params: { ...PAIR, feeTier: 3000, amountBaseUnits: AMOUNT },
          keep: 'plain',
        },
        {
          tool: 'uniswap_quote_v4_pool',
          params: {
            ...PAIR,
            feeTier: 3000,
            hooks: '0xFEE7a40000000000000000000000000000000547',
            amountBaseUnits: AMOUNT,
          },
          keep: 'hooked',
        },
      ],
      params: { ...PAIR, amountInBaseUnits: AMOUNT },
      expect: {
        totalFound: 2,
        'pools.0.hasHook': false,
        'pools.0.permissions': [],
        'pools.0.amountOutBaseUnits': kept('plain.amountOutBaseUnits'),
        'pools.1.hasHook': true,
        'pools.1.amountOutBaseUnits': kept('hooked.amountOutBaseUnits'),
      },
    },
    {
      name: 'hooks that never come to an answer keep no later pool from being quoted',
      before: [
        ...ENDLESS_POOLS,
        {
          tool: 'uniswap_initialize_v4_pool',
          params: { tokenA: 'USDC', tokenB: 'WETH', feeTier: 10_000, price: '0.000333' },
        },
        {
          tool: 'uniswap_mint_v4_position',
          params: {
            tokenA: 'USDC',
            tokenB: 'WETH',
            feeTier: 10_000,
            rangeTicks: 2_000,
            amountABaseUnits: '3000000000',
            amountBBaseUnits: '1000000000000000000',
          },
        },
      ],
      params: { ...PAIR, amountInBaseUnits: AMOUNT },
      expect: {
        totalFound: 6,
        'pools.2.feeTier': 10_000,
        'pools.2.amountOutBaseUnits': not(null),
        'pools.3.amountOutBaseUnits': null,
        'pools.5.hooks': ENDLESS,
      },
    },
    {
      name: 'more than any pool of the pair holds',
      params: { ...PAIR, amountInBaseUnits: `9${'0'.repeat(40)}` },
      expect: { 'pools.length': 2, 'pools.0.amountOutBaseUnits': null, 'pools.1.priceImpactBps': null },
    },
    {
      name: 'a pair without pools',
      params: { tokenIn: 'DAI', tokenOut: 'WETH', amountInBaseUnits: '1' },
      expect: { totalFound: 0, 'pools.length': 0 },
    },
  ],
})
