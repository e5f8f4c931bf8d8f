import { between, defineCases, kept, own, product, sum } from '../../core/cases.ts'
import { MINTED, TRADES } from './minted-position.ts'

const POSITION_ID = { positionId: kept('minted.positionId') }

/** Cases of `uniswap_get_position_performance`. */
export const CASES = defineCases({
  refuses: [
    { params: { positionId: '999999' }, code: 'POSITION_NOT_FOUND' },
    // The origin opened it long before its last block.
    { params: { positionId: '1', blocks: 1 }, code: 'HISTORY_TOO_SHORT' },
  ],
  serves: [
    {
      name: 'fees that wait and fees that were collected',
      before: [
        MINTED,
        ...TRADES,
        { tool: 'uniswap_collect_fees', params: POSITION_ID, keep: 'collected' },
        ...TRADES,
        { tool: 'uniswap_get_position_fees', params: POSITION_ID, keep: 'waiting' },
      ],
      params: POSITION_ID,
      // Three kinds of logs of one position are three requests.
      roundTrips: 6,
      expect: {
        deposited0BaseUnits: product(-1, kept('minted.tokens.0.deltaBaseUnits')),
        deposited1BaseUnits: product(-1, kept('minted.tokens.1.deltaBaseUnits')),
        earned0BaseUnits: sum(kept('collected.tokens.0.deltaBaseUnits'), kept('waiting.fees0BaseUnits')),
        earned1BaseUnits: sum(kept('collected.tokens.1.deltaBaseUnits'), kept('waiting.fees1BaseUnits')),
        netIn1BaseUnits: sum(own('impermanentLossIn1BaseUnits'), own('earnedIn1BaseUnits')),
        netBps: between(0, 100),
      },
    },
    {
      name: 'a part was taken out, and nobody traded',
      before: [
        MINTED,
        { tool: 'uniswap_remove_liquidity', params: { ...POSITION_ID, shareBps: 5000 }, keep: 'removed' },
      ],
      params: POSITION_ID,
      roundTrips: 6,
      expect: {
        withdrawn0BaseUnits: kept('removed.tokens.0.deltaBaseUnits'),
        withdrawn1BaseUnits: kept('removed.tokens.1.deltaBaseUnits'),
        earned0BaseUnits: '0',
        earned1BaseUnits: '0',
        // What the pool rounds away.
        netBps: between(-1, 0),
      },
    },
  ],
})
