import { at, between, defineCases, onChain } from '../../core/cases.ts'
import { MARKET, NO_MARKET, WBTC_USDC, WETH_USDC } from './origin-markets.ts'

/** Cases of `morpho_get_market`. */
export const CASES = defineCases({
  refuses: [
    { params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' },
    { params: { market: '0x12' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: { market: WETH_USDC },
      expect: {
        loanToken: at('USDC'),
        loanSymbol: 'USDC',
        collateralToken: at('WETH'),
        collateralSymbol: 'WETH',
        irm: at('morpho-blue.irm'),
        lltvBps: 8600,
        feeBps: 0,
        utilisationBps: between(8_490, 8_510),
        borrowApyBps: between(300, 400),
        supplyApyBps: between(250, 340),
        lastUpdateSeconds: onChain(at('morpho-blue.morpho'), MARKET, [WETH_USDC], 4),
      },
    },
    {
      name: 'interest that nobody has booked yet',
      before: [{ tool: 'testnet_time_travel', params: { durationSeconds: 31_536_000 } }],
      params: { market: WBTC_USDC },
      expect: {
        borrowedBaseUnits: between('600100000000', '660000000000'),
        suppliedBaseUnits: between('2000000000000', '3100000000000'),
      },
    },
  ],
})
