import { at, defineCases } from '../../core/cases.ts'

/** Cases of `safety_get_spending`. */
export const CASES = defineCases({
  refuses: [{ params: { unknown: true }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'USDC', spender: at('uniswap-v3.swapRouter'), amountBaseUnits: '150000000' },
        },
      ],
      expect: {
        'spentInWindow.usdc': '150',
        'liveAllowances.usdc': '0',
        'unguarded.usdc': '150',
        'remainingInWindow.usdc': '99850',
        'largestNextSpend.usdc': '20000',
      },
    },
    {
      name: 'an allowance that outlives its day',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'USDC', spender: at('uniswap-v3.swapRouter'), amountBaseUnits: '150000000' },
        },
        { tool: 'testnet_time_travel', params: { durationSeconds: 90000 } },
        { pi: 'preview_action', args: { kind: 'wrap', params: { amountBaseUnits: '5' } } },
      ],
      expect: {
        'spentInWindow.usdc': '0',
        'liveAllowances.usdc': '150',
        'unguarded.usdc': '150',
        'remainingInWindow.usdc': '99850',
      },
    },
  ],
})
