import { defineCases } from '../core/cases.ts'

/** Cases of `testnet_set_base_fee`. */
export const CASES = defineCases({
  refuses: [{ params: { baseFeeWei: '-1' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      params: { baseFeeWei: '7000000000' },
      expect: { done: true },
      after: [
        { tool: 'testnet_mine_blocks', params: { count: 1 } },
        { tool: 'data_get_block', expect: { baseFeeWei: '7000000000' } },
      ],
    },
  ],
})
