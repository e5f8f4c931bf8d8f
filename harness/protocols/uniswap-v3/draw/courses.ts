import * as fc from 'fast-check'
import { writeWorth } from '../../../vocabulary/amounts.ts'
import { inTurn, oneOf } from '../../../vocabulary/courses.ts'
import type { Course, DrawnStep } from '../../../vocabulary/draw.ts'

const PAIR = { tokenA: 'USDC', tokenB: 'WETH' }

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })

const both = (usdc: bigint) => ({
  ...PAIR,
  amountA: writeWorth(usdc, 'USDC'),
  amountB: writeWorth(usdc, 'WETH'),
})

/** A position from its opening to its end, by the number that the origin gives next. */
export const coursesOf = (
  positionId: string,
  incentive: Readonly<Record<'rewardToken', string>>,
): readonly Course[] => [
  {
    opens: 'add-liquidity',
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, fc.constantFrom(100, 1_000, 10_000)).chain(([usdc, rangeTicks]) =>
        inTurn(
          act('add-liquidity', {
            ...both(usdc / 2n),
            venue: { protocol: 'uniswap-v3', feeTier: 500, rangeTicks },
          }),
          oneOf([], [act('increase-liquidity', { positionId, ...both(usdc / 5n) })]),
          oneOf([], [{ trade: { actor: 'whale', tokenIn: 'WETH', tokenOut: 'USDC', amountIn: '50 WETH' } }]),
          oneOf([], [act('collect-fees', { positionId })]),
          oneOf(
            [],
            [act('stake-liquidity', { positionId, incentive }), act('unstake-liquidity', { positionId })],
            [
              act('stake-liquidity', { positionId, incentive }),
              { advance: '60s' },
              act('unstake-liquidity', { positionId, keepRewards: true }),
              act('claim-incentive-rewards', { rewardToken: incentive.rewardToken }),
            ],
          ),
          oneOf(
            [act('close-liquidity', { positionId })],
            [act('zap-out', { positionId, tokenOut: 'USDC' })],
            [act('compound-fees', { positionId })],
            [act('rebalance-liquidity', { positionId, rangeTicks: 1_000 })],
            [
              act('remove-liquidity', { positionId, shareBps: 10_000 }),
              act('collect-fees', { positionId }),
              act('burn-position', { positionId }),
            ],
          ),
        ),
      ),
  },
]
