import { between, defineCases, kept, own } from '../../core/cases.ts'
import { MINTED } from './minted-position.ts'
import { othersSwap, SWAPPED } from './swap-steps.ts'

const MOVE = { positionId: kept('minted.positionId'), halfWidthTicks: 100, blocks: 8 }
const ASIDE = {
  tool: 'uniswap_add_liquidity',
  params: {
    ...SWAPPED,
    tickLower: 100000,
    tickUpper: 101000,
    amountABaseUnits: '0',
    amountBBaseUnits: '1000000000000000000',
  },
  keep: 'minted',
}

/** Cases of `intel_evaluate_rebalance`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...MOVE, positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    { params: { ...MOVE, positionId: '1', blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
    { params: { ...MOVE, positionId: '1', halfWidthTicks: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'one that earns nothing where it is',
      before: [ASIDE, ...othersSwap],
      params: MOVE,
      // The position comes first; then it, its pool and the gas price at once, then two reads of the past.
      roundTrips: 6,
      expect: {
        isInRange: false,
        dailyFeesNowIn1BaseUnits: '0',
        valueIn1BaseUnits: between('999999999999999990', '1000000000000000000'),
        // About half of a WETH has to be sold, at 5 bps.
        swappedIn1BaseUnits: between('400000000000000000', '600000000000000000'),
        swapCostIn1BaseUnits: between('200000000000000', '300000000000000'),
        isWorthwhile: true,
      },
    },
    {
      name: 'a narrower range costs more than it earns in a second',
      before: [MINTED, ...othersSwap],
      params: { ...MOVE, horizonSeconds: 1 },
      roundTrips: 6,
      expect: {
        isInRange: true,
        isWorthwhile: false,
        dailyFeesThenIn1BaseUnits: between(own('dailyFeesNowIn1BaseUnits'), '1e24'),
      },
    },
  ],
})
