import type { ProtocolDraw } from '../../vocabulary/draw.ts'
import { drawSale } from '../../vocabulary/kinds/swap.ts'

const sale = drawSale(['USDC', 'WETH'], ['WETH', 'USDC'], ['WETH', 'USDT'], ['DAI', 'WETH'])
const undrawn = 'slices are due one after the other, at times for which no drawn case waits'

/** Trades over every venue. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'swap-best': sale,
    'swap-split': sale,
    'schedule-twap': { undrawn },
    'cancel-twap': { undrawn },
    'twap-slice': { undrawn },
  },
}
