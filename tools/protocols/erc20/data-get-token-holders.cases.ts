import { at, balanceOf, between, callData, defineCases, kept, onChain } from '../../core/cases.ts'

const mint = (to: string, amount: string) => ({
  send: {
    from: 'trader',
    to: kept('held.token'),
    data: callData('function mint(address to, uint256 amount)', [at(to), amount]),
  },
})

/** A token of which the whale has five parts, a stranger two and the trader one. */
const HELD = [
  {
    tool: 'testnet_deploy_mock_token',
    params: { name: 'Held', symbol: 'HELD', decimals: 6 },
    keep: 'held',
  },
  mint('trader', '1000'),
  mint('stranger', '2000'),
  mint('whale', '5000'),
]

/** Cases of `data_get_token_holders`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { token: 'USDC', limit: 0 }, code: 'INVALID_PARAMS' },
    {
      before: HELD.slice(0, 1),
      params: { token: kept('held.token') },
      code: 'NOT_FOUND',
    },
  ],
  serves: [
    {
      name: 'all of a new token',
      before: HELD,
      params: { token: kept('held.token'), blocks: 5, limit: 2 },
      // Of a token that is not listed, what it calls itself is asked as well.
      roundTrips: 6,
      expect: {
        totalSupplyBaseUnits: '8000',
        holderCount: 3,
        coveredBps: 10_000,
        topTenBps: 10_000,
        concentrationBps: 4_687,
        'holders.length': 2,
        'holders.0': { account: at('whale'), label: null, balanceBaseUnits: '5000', shareBps: 6_250 },
        'holders.1.account': at('stranger'),
      },
    },
    {
      name: 'those who moved it of late, and the contracts that are known',
      before: HELD,
      params: { token: kept('held.token'), blocks: 1 },
      roundTrips: 6,
      expect: { holderCount: 1, coveredBps: 6_250, 'holders.0.account': at('whale') },
    },
    {
      name: 'of a token that many hold',
      params: { token: 'USDC', blocks: 10_000, limit: 3 },
      roundTrips: 3,
      expect: {
        totalSupplyBaseUnits: onChain(at('USDC'), 'function totalSupply() view returns (uint256)'),
        'holders.length': 3,
        coveredBps: between(9_000, 10_000),
        'holders.0.account': at('whale'),
        'holders.0.balanceBaseUnits': balanceOf('USDC', 'whale'),
      },
    },
  ],
})
