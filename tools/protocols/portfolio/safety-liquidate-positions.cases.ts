import { between, type CaseStep, defineCases } from '../../core/cases.ts'

const PROVIDED: CaseStep = {
  tool: 'uniswap_add_liquidity',
  params: {
    tokenA: 'WETH',
    tokenB: 'USDC',
    feeTier: 500,
    rangeTicks: 500,
    amountABaseUnits: '1000000000000000000',
    amountBBaseUnits: '2000000000',
  },
}

/** Cases of `safety_liquidate_positions`. */
export const CASES = defineCases({
  refuses: [{ params: { maxLossBps: 1_001 }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'a position first, and then what carries risk, as much as the limits leave',
      before: [PROVIDED],
      params: {},
      roundTrips: 6,
      expect: { 'assets.length': 2 },
      after: [
        { tool: 'data_list_positions', expect: { totalPositions: 0 } },
        {
          tool: 'safety_liquidate_positions',
          expect: {
            'assets.length': 2,
            // Of 20 WETH what one action may spend, less a hundredth for gas.
            'assets.1.deltaBaseUnits': between('-6601000000000000000', '-6500000000000000000'),
            'assets.0.deltaBaseUnits': between('19602000000', '19800000000'),
          },
        },
      ],
    },
  ],
})
