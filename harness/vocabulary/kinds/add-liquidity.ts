import * as fc from 'fast-check'
import type { Address } from 'viem'
import type { KindDraw, PlainTerms } from '../draw.ts'
import type { PositionChange } from '../intent.ts'
import type { KindModel, RequestReader } from '../model.ts'
import type { ReadPorts } from '../terms.ts'
import { DEFAULT_SLIPPAGE_BPS, SLIPPAGE_RANGE } from './swap.ts'

const SIDES = ['A', 'B'] as const

/** What goes into a position: small, so that most limits leave room for it. */
export const drawBudget = {
  usdc: fc.constantFrom('30 USDC', '100 USDC', '300 USDC', '3000 USDC'),
  weth: fc.constantFrom('0.01 WETH', '0.03 WETH', '0.1 WETH', '1 WETH'),
}

/** Say what a change of a position means; into one that grows goes no more than its request names. */
const changePosition = (
  change: PositionChange['change'],
  { params, token, amount }: RequestReader,
  refusals: readonly string[],
): PositionChange => ({
  kind: 'position',
  change,
  gives:
    change === 'open' || change === 'increase'
      ? SIDES.map((side) => ({
          token: token(`token${side}`),
          amount: { least: 0n, most: amount(`amount${side}BaseUnits`) },
        }))
      : [],
  toleranceBps: Number(params.slippageBps ?? DEFAULT_SLIPPAGE_BPS),
  refusals,
})

/** Say what opening a position means at a venue. */
export const modelAddLiquidity = (venue: {
  readonly ranges: NonNullable<KindModel['ranges']>
  readonly refusals: readonly string[]
}): KindModel => ({
  category: 'lp',
  needs: ['tokenA', 'tokenB', 'amountABaseUnits', 'amountBBaseUnits', 'venue'],
  ranges: { ...SLIPPAGE_RANGE, ...venue.ranges },
  means: (request) => changePosition('open', request, venue.refusals),
})

/** Say what changing an open position means at a venue, which finds whose it is by its id. */
export const modelPosition = (
  change: PositionChange['change'],
  venue: {
    readonly refusals: readonly string[]
    findOwner(positionId: unknown, ports: ReadPorts): Promise<Address | undefined>
  },
): KindModel => ({
  category: 'lp',
  needs: [],
  ranges: SLIPPAGE_RANGE,
  means: (request) => ({
    ...changePosition(change, request, venue.refusals),
    // What was emptied begins anew, and a decrease may empty it.
    ...(change === 'increase' ? { classes: ['increase-position', 'new-position'] } : {}),
    findOwner: (ports) => venue.findOwner(request.params.positionId, ports),
  }),
})

/** Say how opening a position is drawn at a venue. */
export const drawAddLiquidity = (venue: fc.Arbitrary<Readonly<Record<string, unknown>>>): KindDraw => ({
  often: 3,
  draw: () =>
    fc
      .record({ amountA: drawBudget.usdc, amountB: drawBudget.weth, venue })
      .map((params) => ({ tokenA: 'USDC', tokenB: 'WETH', ...params })),
})

/** Both tokens of a position, with half of a drawn value in each. */
export const plainPair = ({ tokenIn, tokenOut, units }: PlainTerms) => ({
  tokenA: tokenIn,
  tokenB: tokenOut,
  amountABaseUnits: units(tokenIn, 0.5),
  amountBBaseUnits: units(tokenOut, 0.5),
})
