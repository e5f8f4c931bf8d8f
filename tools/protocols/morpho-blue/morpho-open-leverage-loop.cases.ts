import { at, between, defineCases } from '../../core/cases.ts'
import { NO_MARKET, WETH_USDC } from './origin-markets.ts'

const OPEN = { market: WETH_USDC, amountBaseUnits: '1000000000000000000', leverageBps: 20_000 }

/** Cases of `morpho_open_leverage_loop`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...OPEN, market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    { params: { ...OPEN, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...OPEN, leverageBps: 100_000 }, code: 'INVALID_PARAMS' },
    {
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } }],
      params: OPEN,
      code: 'ORACLE_FAILED',
    },
  ],
  serves: [
    {
      driftBps: 30,
      name: 'two times, in two rounds',
      params: OPEN,
      expect: { 'positions.0.unitsDelta': '2000000000000000000' },
      after: [
        {
          tool: 'morpho_get_position',
          params: { market: WETH_USDC },
          expect: {
            collateralBaseUnits: '2000000000000000000',
            ltvBps: between(5_000, 5_030),
            collateralSymbol: 'WETH',
          },
        },
      ],
    },
    {
      driftBps: 30,
      name: 'three times, beside what is there',
      params: { ...OPEN, leverageBps: 30_000, slippageBps: 100, maxLtvBps: 8_400 },
      expect: { 'tokens.0.token': at('WETH'), 'tokens.0.deltaBaseUnits': '-1000000000000000000' },
    },
  ],
})
