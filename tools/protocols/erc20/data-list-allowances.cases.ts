import { at, balanceOf, callData, defineCases, onChain } from '../../core/cases.ts'

const ALLOWANCE = 'function allowance(address, address) view returns (uint256)'

const approveAs = (from: string, spender: string, amount: string) => ({
  send: {
    from,
    to: at('USDC'),
    data: callData('function approve(address spender, uint256 amount)', [at(spender), amount]),
  },
})

/** Cases of `data_list_allowances`. */
export const CASES = defineCases({
  refuses: [
    { params: { owner: 'trader' }, code: 'INVALID_PARAMS' },
    { params: { blocks: 10_001 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'WETH', spender: at('uniswap-v3.swapRouter'), amountBaseUnits: '777' },
        },
      ],
      params: { blocks: 1 },
      roundTrips: 3,
      expect: {
        owner: at('account'),
        isComplete: true,
        'allowances.length': 1,
        'allowances.0': {
          token: at('WETH'),
          symbol: 'WETH',
          spender: at('uniswap-v3.swapRouter'),
          spenderLabel: 'uniswap-v3.swapRouter',
          isAllowlistedSpender: true,
          allowanceBaseUnits: onChain(at('WETH'), ALLOWANCE, [at('account'), at('uniswap-v3.swapRouter')]),
          takeableBaseUnits: '777',
          isUnlimited: false,
        },
        unreadable: [],
      },
    },
    {
      name: 'one to a usual spender, from before the range',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'WETH', spender: at('permit2'), amountBaseUnits: '5' },
        },
        { tool: 'testnet_mine_blocks', params: { count: 3 } },
      ],
      params: { blocks: 1 },
      expect: { 'allowances.length': 1, 'allowances.0.allowanceBaseUnits': '5' },
    },
    {
      name: 'more than the owner has, to an unknown spender',
      before: [approveAs('stranger', 'attacker', '9000000000000'), approveAs('stranger', 'trader', '0')],
      params: { owner: at('stranger'), blocks: 5 },
      expect: {
        'allowances.length': 1,
        'allowances.0.spender': at('attacker'),
        'allowances.0.spenderLabel': null,
        'allowances.0.isAllowlistedSpender': false,
        'allowances.0.allowanceBaseUnits': '9000000000000',
        'allowances.0.takeableBaseUnits': balanceOf('USDC', 'stranger'),
      },
    },
  ],
})
