import { at, balanceOf, defineCases, kept } from '../core/cases.ts'

/** Cases of `testnet_simulate_reorg`. */
export const CASES = defineCases({
  refuses: [
    { params: { snapshotId: '0x1', count: 0 }, code: 'INVALID_PARAMS' },
    { params: { snapshotId: '0xffffff', count: 1 }, code: 'NOT_FOUND' },
  ],
  serves: [
    {
      before: [
        { tool: 'testnet_get_status', keep: 'before' },
        {
          tool: 'data_get_token_balance',
          params: { token: 'USDC', account: at('trader') },
          keep: 'held',
        },
        { tool: 'testnet_take_snapshot', keep: 'taken' },
        {
          tool: 'testnet_fund_account',
          params: { account: at('trader'), token: 'USDC', amountBaseUnits: '7' },
        },
        { tool: 'testnet_mine_blocks', params: { count: 2 } },
        { tool: 'testnet_get_status', keep: 'gone' },
      ],
      params: { snapshotId: kept('taken.snapshotId'), count: 1 },
      expect: { droppedBlocks: 3 },
      after: [
        {
          tool: 'data_get_token_balance',
          params: { token: 'USDC', account: at('trader') },
          expect: { balanceBaseUnits: balanceOf('USDC', 'trader') },
        },
      ],
    },
  ],
})
