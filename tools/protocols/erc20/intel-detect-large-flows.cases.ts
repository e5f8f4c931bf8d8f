import { at, callData, defineCases, kept } from '../../core/cases.ts'

const pay = (to: string, amount: string, keep?: string) => ({
  send: {
    from: 'trader',
    to: at('USDC'),
    data: callData('function transfer(address to, uint256 amount)', [at(to), amount]),
  },
  ...(keep === undefined ? {} : { keep }),
})

/** Five transfers, a block each: one of 900 dollars among those of some, and one that is made from nothing. */
const FLOWS = [
  pay('stranger', '10000000'),
  pay('uniswap-v3.swapRouter', '900000000', 'large'),
  pay('stranger', '11000000'),
  pay('stranger', '12000000'),
  {
    send: {
      from: 'trader',
      to: at('USDC'),
      data: callData('function mint(address to, uint256 amount)', [at('whale'), '5000000000']),
    },
  },
]

/** Cases of `intel_detect_large_flows`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { token: 'USDC', timesMedian: 0 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: FLOWS,
      params: { token: 'USDC', blocks: 5 },
      roundTrips: 3,
      expect: {
        transferCount: 5,
        medianBaseUnits: '12000000',
        isReliable: false,
        totalFound: 2,
        isPriceStale: false,
        'flows.0.kind': 'mint',
        'flows.0.to.account': at('whale'),
        'flows.0.timesMedian': '416',
        'flows.1.transactionHash': kept('large'),
        'flows.1.from': { account: at('trader'), label: null },
        'flows.1.to.label': 'uniswap-v3.swapRouter',
        'flows.1.amountBaseUnits': '900000000',
        'flows.1.valueUsd': '900',
        'flows.1.timesMedian': '75',
      },
    },
    {
      name: 'above a size',
      before: FLOWS,
      params: { token: 'USDC', blocks: 5, timesMedian: 1, minimumBaseUnits: '1000000000' },
      expect: { totalFound: 1, 'flows.0.amountBaseUnits': '5000000000' },
    },
    {
      name: 'by a price of long ago',
      before: [
        ...FLOWS,
        { tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '1', ageSeconds: 100_000 } },
      ],
      params: { token: 'USDC', blocks: 6, minimumBaseUnits: '1000000000' },
      expect: { 'flows.0.valueUsd': '5000', isPriceStale: true },
    },
    {
      name: 'none where nothing moved',
      before: [{ tool: 'testnet_mine_blocks', params: { count: 2 } }],
      params: { token: 'NOPRICE', blocks: 1 },
      expect: { transferCount: 0, medianBaseUnits: '0', flows: [] },
    },
  ],
})
