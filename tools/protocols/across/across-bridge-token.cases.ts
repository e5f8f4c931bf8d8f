import { at, between, defineCases, kept } from '../../core/cases.ts'

const SEND = { token: 'USDC', destinationChainId: 8453, recipient: at('recipient') }
const USDC_OF_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const WETH_OF_ARBITRUM = '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'

/** Cases of `across_bridge_token`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...SEND, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SEND, amountBaseUnits: '1000000', outputAmountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...SEND, token: 'USDX', amountBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    { params: { ...SEND, recipient: at('account'), amountBaseUnits: '1' }, code: 'INVALID_PARAMS' },
    // More would arrive than went in, or nothing of it.
    { params: { ...SEND, amountBaseUnits: '100', outputAmountBaseUnits: '101' }, code: 'INVALID_PARAMS' },
    { params: { ...SEND, amountBaseUnits: '1' }, code: 'INVALID_PARAMS' },
    // A token that is not the same there, and a chain that none goes to.
    { params: { ...SEND, token: 'DAI', amountBaseUnits: '1000000' }, code: 'BRIDGE_ROUTE_UNKNOWN' },
    { params: { ...SEND, destinationChainId: 56, amountBaseUnits: '1000000' }, code: 'BRIDGE_ROUTE_UNKNOWN' },
    // A route that nobody took of late says nothing of its fee.
    { params: { ...SEND, destinationChainId: 10, amountBaseUnits: '1000000' }, code: 'ROUTE_UNSEEN' },
  ],
  serves: [
    {
      name: 'for the fee that others offered',
      before: [
        {
          tool: 'across_quote_bridge',
          params: { token: 'USDC', destinationChainId: 8453, amountBaseUnits: '500000001' },
          keep: 'quote',
        },
      ],
      params: { ...SEND, amountBaseUnits: '500000001' },
      roundTrips: 3,
      plan: { 'calls.length': 2, 'expectation.toleranceBps': 0 },
      expect: {
        depositId: '6',
        recipient: at('recipient'),
        outputToken: USDC_OF_BASE,
        // Six hours, which is less than what the spoke pool would take.
        fillDeadlineSeconds: between(1800021600, 1800021700),
        sentBaseUnits: '500000001',
        outputAmountBaseUnits: kept('quote.outputAmountBaseUnits'),
        feeBaseUnits: kept('quote.feeBaseUnits'),
      },
      after: [
        {
          tool: 'across_list_own_deposits',
          params: {},
          expect: {
            totalFound: 1,
            'deposits.0.inputAmountBaseUnits': '500000001',
            'deposits.0.outputAmountBaseUnits': kept('quote.outputAmountBaseUnits'),
            'deposits.0.isToSelf': false,
          },
        },
      ],
    },
    {
      name: 'for a fee of the own, of wrapped coins',
      params: {
        token: 'WETH',
        destinationChainId: 42161,
        recipient: at('recipient'),
        amountBaseUnits: '1000000000000000000',
        outputAmountBaseUnits: '999000000000000000',
      },
      expect: {
        outputToken: WETH_OF_ARBITRUM,
        feeBaseUnits: '1000000000000000',
      },
    },
  ],
})
