import { at, type CaseStep, callData, defineCases } from '../../core/cases.ts'

const call = (
  from: string,
  token: string,
  signature: string,
  args: readonly (string | ReturnType<typeof at>)[],
): CaseStep => ({
  send: { from, to: at(token), data: callData(signature, args) },
})
const pay = (from: string, to: string, token: string, amount: string) =>
  call(from, token, 'function transfer(address to, uint256 amount)', [at(to), amount])

/** A thousand dollars come, and six hundred of them leave two blocks later, the rest after three. */
const HELD: readonly CaseStep[] = [
  pay('trader', 'stranger', 'USDC', '1000000000'),
  { tool: 'testnet_mine_blocks', params: { count: 1 } },
  pay('stranger', 'uniswap-v3.swapRouter', 'USDC', '600000000'),
  pay('stranger', 'uniswap-v3.swapRouter', 'USDC', '400000000'),
]

/** Cases of `intel_analyze_wallet`. */
export const CASES = defineCases({
  refuses: [{ params: { account: 'trader' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'how long it held, and with whom',
      before: HELD,
      params: { account: at('stranger'), blocks: 4 },
      roundTrips: 4,
      expect: {
        transactionCount: 3,
        tradeCount: 0,
        medianTradeUsd: '0',
        'counterparties.length': 2,
        'counterparties.1': { account: at('trader'), label: null, transferCount: 1, volumeUsd: '1000' },
        'counterparties.0': {
          account: at('uniswap-v3.swapRouter'),
          label: 'uniswap-v3.swapRouter',
          transferCount: 2,
          volumeUsd: '1000',
        },
        holdings: [
          { token: at('USDC'), symbol: 'USDC', turnedOverBaseUnits: '1000000000', averageBlocks: 2.4 },
        ],
      },
    },
    {
      name: 'a trade, and what it cost',
      before: [
        {
          tool: 'uniswap_execute_swap',
          params: { tokenIn: 'USDC', tokenOut: 'WETH', feeTier: 500, amountInBaseUnits: '3000000000' },
        },
      ],
      params: { account: at('account'), blocks: 1 },
      expect: {
        transactionCount: 1,
        tradeCount: 1,
        pricedTradeCount: 1,
        medianTradeUsd: '3000',
        largestTradeUsd: '3000',
        tradeProfitUsd: { $between: ['-10', '-1'] },
        isPriceStale: false,
      },
    },
    {
      name: 'by prices of long ago',
      before: [
        ...HELD,
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      params: { account: at('stranger'), blocks: 6 },
      expect: { 'counterparties.1.volumeUsd': '1000', isPriceStale: true },
    },
  ],
})
