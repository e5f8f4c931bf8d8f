import { encodeFunctionData, parseAbi } from 'viem'
import { BASE } from '../../../tools/protocols/weth/base.ts'
import type { KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'

const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

const convert = (token: 'ETH' | 'WETH'): KindDraw => ({
  draw: ({ amountOf }) => amountOf(token).map((amount) => ({ amount })),
  params: ({ units }) => ({ amountBaseUnits: units('ETH') }),
})

/** Native coins into wrapped ones, and back. */
export const DRAW: ProtocolDraw = {
  kinds: { wrap: convert('ETH'), unwrap: convert('WETH') },
  shapes: {
    wrap: ({ book, wei, call }) => [
      call(BASE.on(book).weth, encodeFunctionData({ abi, functionName: 'deposit' }), wei),
    ],
    unwrap: ({ book, wei, call }) => [
      call(BASE.on(book).weth, encodeFunctionData({ abi, functionName: 'withdraw', args: [wei] })),
    ],
  },
}
