import { at, between, defineCases, kept, onChain, sum } from '../../core/cases.ts'
import { supplyAs } from './past-steps.ts'
import { POOL_VIEWS } from './pool-views.ts'

const reserve = (member: string) => onChain(at('aave-v3.pool'), POOL_VIEWS.reserve, [at('USDC')], member)

/** Cases of `aave_get_reserve_data`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'NOPRICE' }, code: 'RESERVE_NOT_FOUND' },
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { token: 'USDC' },
      roundTrips: 2,
      expect: {
        aToken: reserve('aTokenAddress'),
        availableBaseUnits: onChain(at('USDC'), 'function balanceOf(address) view returns (uint256)', [
          reserve('aTokenAddress'),
        ]),
        suppliedBaseUnits: onChain(reserve('aTokenAddress'), 'function totalSupply() view returns (uint256)'),
        supplyIndex: onChain(
          at('aave-v3.pool'),
          'function getReserveNormalizedIncome(address) view returns (uint256)',
          [at('USDC')],
        ),
        utilisationBps: between(3_000, 6_000),
        reserveFactorBps: 1_000,
        isFrozen: false,
      },
    },
    {
      name: 'there is room for as much as it says, less the interest of two blocks',
      before: [
        {
          tool: 'testnet_fund_account',
          params: { token: 'USDC', amountBaseUnits: '60000000000000', account: at('whale') },
        },
        { tool: 'aave_get_reserve_data', params: { token: 'USDC' }, keep: 'before' },
        ...supplyAs('whale', 'USDC', sum(kept('before.supplyRoomBaseUnits'), '-1000000')),
      ],
      params: { token: 'USDC' },
      expect: { supplyRoomBaseUnits: between('0', '1000000') },
    },
    {
      name: 'the native coin stands for its wrapped form',
      params: { token: 'ETH' },
      expect: { symbol: 'WETH', token: at('WETH') },
    },
  ],
})
