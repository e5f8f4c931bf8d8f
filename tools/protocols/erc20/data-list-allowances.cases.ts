import { at, balanceOf, callData, defineCases, onChain } from '../../core/cases.ts'

const ALLOWANCE = 'function allowance(address, address) view returns (uint256)'

const approveAs = (from: string, spender: string, amount: string) => ({
  send: {
    from,
    to: at('USDC'),
    data: callData('function approve(address spender, uint256 amount)', [at(spender), amount]),
  },
})

/** Deploys what announces an approval of whom it is told, and never comes to an answer; and where it comes to stand. */
const DEPLOY_ENDLESS = `0x${'00'.repeat(32)}603a8060095f395ff360243614600b575b6007565b336004357f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560015f5260205fa300`
const ENDLESS = '0x3f9c780315AD534cb8dF86c80b98ddd14f3788f8'

/** Deploys what announces 300 approvals at once of whom it is told, and where it comes to stand. */
const DEPLOY_CRIER = `0x${'00'.repeat(32)}603a8060095f395ff360015f5261012c5b806004357f8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b92560205fa3600190038060075700`
const CRIER = '0xb84D7a0Af43EA48a4107704DCc3cB0Cc9450bcBd'

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
      name: 'what others announce in masses stands in the way of no listed token',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'WETH', spender: at('permit2'), amountBaseUnits: '5' },
        },
        { send: { from: 'attacker', to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data: DEPLOY_CRIER } },
        { send: { from: 'attacker', to: CRIER, data: callData('function of(address)', [at('account')]) } },
      ],
      params: { blocks: 5 },
      roundTrips: 10,
      expect: { isComplete: false, 'allowances.length': 1, 'allowances.0.token': at('WETH') },
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
    {
      name: 'what never comes to an answer keeps no other from being read',
      before: [
        {
          tool: 'erc20_approve_spender',
          params: { token: 'WETH', spender: at('permit2'), amountBaseUnits: '5' },
        },
        {
          send: { from: 'attacker', to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data: DEPLOY_ENDLESS },
        },
        { send: { from: 'attacker', to: ENDLESS, data: callData('function of(address)', [at('account')]) } },
      ],
      params: { blocks: 5 },
      expect: { 'allowances.length': 1, 'allowances.0.token': at('WETH'), unreadable: [ENDLESS] },
    },
  ],
})
