import { defineCases } from '../../core/cases.ts'

/** Cases of `across_quote_bridge`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDC', destinationChainId: 8453, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'NOSUCH', destinationChainId: 8453, amountBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    {
      params: { token: 'DAI', destinationChainId: 8453, amountBaseUnits: '1', blocks: 10000 },
      code: 'ROUTE_UNSEEN',
    },
  ],
  serves: [
    {
      name: 'by what others offered',
      params: { token: 'USDC', destinationChainId: 8453, amountBaseUnits: '1000000001', blocks: 10000 },
      // Three deposits offered 500, 600 and 1 000 millionths; of two more one asks for another token, one for half.
      expect: {
        outputToken: '0x000000000000000000000000833589fcd6edb6e08f4c7c32d4f71b54bda02913',
        samples: 3,
        feeMillionths: 600,
        lowestFeeMillionths: 500,
        highestFeeMillionths: 1000,
        feeBaseUnits: '600001',
        outputAmountBaseUnits: '999400000',
        isPaused: false,
      },
      after: [
        {
          tool: 'across_quote_bridge',
          params: { token: 'WETH', destinationChainId: 42161, amountBaseUnits: '1000', blocks: 10000 },
          expect: { samples: 1, feeMillionths: 400, feeBaseUnits: '1', outputAmountBaseUnits: '999' },
        },
      ],
    },
  ],
})
