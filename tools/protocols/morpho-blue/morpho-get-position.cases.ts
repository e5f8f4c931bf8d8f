import { at, defineCases, onChain } from '../../core/cases.ts'
import { NO_MARKET, POSITION, WETH_USDC } from './origin-markets.ts'

const trader = (member: number) =>
  onChain(at('morpho-blue.morpho'), POSITION, [WETH_USDC, at('trader')], member)

/** Cases of `morpho_get_position`. */
export const CASES = defineCases({
  refuses: [{ params: { market: NO_MARKET }, code: 'MARKET_NOT_FOUND' }],
  serves: [
    {
      name: 'a borrower',
      params: { market: WETH_USDC, account: at('trader') },
      expect: {
        account: at('trader'),
        collateralBaseUnits: trader(2),
        borrowShares: trader(1),
        supplyShares: trader(0),
        // 700 000 USDC and four hours' interest, against 400 WETH at 3 000.
        ltvBps: 5834,
        lltvBps: 8600,
        isHealthy: true,
        price: '3000',
      },
    },
    {
      name: 'a borrower after a crash',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'WETH', priceUsd: '2000' } }],
      params: { market: WETH_USDC, account: at('trader') },
      expect: { ltvBps: 8751, isHealthy: false, borrowableBaseUnits: '0', price: '2000' },
    },
    {
      name: 'an account that has nothing',
      params: { market: WETH_USDC },
      expect: {
        account: at('account'),
        suppliedBaseUnits: '0',
        debtBaseUnits: '0',
        ltvBps: 0,
        isHealthy: true,
        liquidationPrice: null,
      },
    },
    {
      name: 'an oracle that fails',
      before: [{ tool: 'testnet_set_oracle_price', params: { token: 'USDC', priceUsd: '0' } }],
      params: { market: WETH_USDC, account: at('trader') },
      expect: { ltvBps: null, isHealthy: null, price: null, borrowableBaseUnits: null },
    },
  ],
})
