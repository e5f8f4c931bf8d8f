import { at, defineCases, onChain } from '../../core/cases.ts'
import { NO_MARKET, POSITION, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_supply_market`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET, amountBaseUnits: '1' }, code: 'MARKET_NOT_FOUND' },
    { params: { market: WETH_USDC, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { market: WETH_USDC, token: 'DAI', amountBaseUnits: '1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      driftBps: 1,
      params: { market: WETH_USDC, token: 'USDC', amountBaseUnits: '500000001' },
      expect: {
        'tokens.0.token': at('USDC'),
        'tokens.0.deltaBaseUnits': '-500000001',
        'positions.0.market': WETH_USDC,
        'positions.0.part': 'lent',
        'positions.0.unitsDelta': onChain(at('morpho-blue.morpho'), POSITION, [WETH_USDC, at('account')], 0),
      },
    },
  ],
})
