import * as fc from 'fast-check'
import { parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { BASE } from '../../../tools/protocols/weth/base.ts'
import { type DrawnToken, worthOf } from '../../vocabulary/amounts.ts'
import type { KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'

/** A cent in USDC base units. */
const CENT = 10_000n

const abi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

const convert = (token: 'ETH' | 'WETH'): KindDraw => ({
  draw: ({ amountOf }) => amountOf(token).map((amount) => ({ amount })),
  params: ({ units }) => ({ amountBaseUnits: units('ETH') }),
})

/** Native coins of a value for at most so much of a token. */
const refuelFor = (token: DrawnToken, usdc: bigint) => ({
  token,
  amountBaseUnits: worthOf(usdc, 'WETH').toString(),
  mostInBaseUnits: worthOf((usdc * 102n) / 100n, token).toString(),
})

const refuel: KindDraw = {
  draw: ({ modestUsdc }) =>
    fc
      .tuple(fc.constantFrom<DrawnToken>('USDC', 'WETH', 'DAI'), modestUsdc)
      .map(([token, usdc]) => refuelFor(token, usdc)),
  params: ({ tokenIn, cents }) => refuelFor(tokenIn, BigInt(cents) * CENT),
}

/** Native coins into wrapped ones, and back. */
export const DRAW: ProtocolDraw = {
  kinds: { wrap: convert('ETH'), unwrap: convert('WETH'), refuel },
  shapes: {
    wrap: ({ book, wei, call }) => [
      call(BASE.on(book).weth, encodeFunctionData({ abi, functionName: 'deposit' }), wei),
    ],
    unwrap: ({ book, wei, call }) => [
      call(BASE.on(book).weth, encodeFunctionData({ abi, functionName: 'withdraw', args: [wei] })),
    ],
  },
}
