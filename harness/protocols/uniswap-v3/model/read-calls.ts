import type { ProtocolModel } from '../../../vocabulary/model.ts'
import { findOwner } from './find-owner.ts'
import { quoteTrade } from './quote-trade.ts'

/** What hand-made calls of SwapRouter02 and of the position manager do, where the account itself gets what they bring. */
export const CALLS: NonNullable<ProtocolModel['calls']> = {
  'exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))': (call) => {
    const [terms] = call.args as readonly (readonly unknown[])[]
    const [first, second, feeTier, recipient, amountIn, least, limit] = terms ?? []
    const [tokenIn, tokenOut, amount] = [call.symbol(first), call.symbol(second), call.amount(amountIn)]
    const isPlain = call.isAccount(recipient) && Number(least) <= 1 && Number(limit) === 0
    if (!isPlain || !call.to || !tokenIn || !tokenOut || amount === undefined) return undefined
    const trade = { exact: 'input', path: [tokenIn, tokenOut], amount } as const
    return {
      kind: 'trade',
      ...trade,
      spender: call.to,
      quote: (ports) => quoteTrade(trade, ports, [Number(feeTier)]),
    }
  },
  'increaseLiquidity((uint256,uint256,uint256,uint256,uint256,uint256))': (call) => {
    const [terms] = call.args as readonly (readonly unknown[])[]
    const [positionId, ...desired] = terms ?? []
    const gives = desired.slice(0, 2).flatMap((text) => {
      const [token, most] = [call.symbol(text), call.amount(text)]
      return token === undefined || most === undefined ? [] : [{ token, amount: { least: 0n, most } }]
    })
    if (call.to === undefined || gives.length < 2) return undefined
    return {
      kind: 'provide',
      spender: call.to,
      gives,
      findOwner: (ports) => findOwner(positionId, ports),
    }
  },
}
