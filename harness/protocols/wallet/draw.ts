import * as fc from 'fast-check'
import { writeWorth } from '../../vocabulary/amounts.ts'
import { inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { Course, ProtocolDraw } from '../../vocabulary/draw.ts'

const NOTHING_WAITS = 'every transaction of a drawn case is mined at once, so that none waits to be replaced'

/** Nothing of it lies there from the start, so that all of it is little. */
const LITTLE = 'USDT'

const COURSES: readonly Course[] = [
  {
    opens: 'return-funds',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          {
            act: { kind: 'swap', tokenIn: 'USDC', tokenOut: LITTLE, amountIn: writeWorth(usdc, 'USDC') },
          },
          oneOf(
            [{ act: { kind: 'return-funds', recipient: 'recipient', tokens: [LITTLE] } }],
            [{ act: { kind: 'return-funds', recipient: 'owner', tokens: [LITTLE] } }],
          ),
        ),
      ),
  },
]

/** Payments in native coins. */
export const DRAW: ProtocolDraw = {
  courses: COURSES,
  kinds: {
    'transfer-native': {
      draw: ({ recipients, amountOf }) =>
        fc.record({ recipient: fc.constantFrom(...recipients), amount: amountOf('ETH') }),
      params: ({ account, units }) => ({ recipient: account, amountBaseUnits: units('ETH') }),
    },
    'return-funds': {
      draw: ({ recipients, payable }) =>
        fc.record({
          recipient: fc.constantFrom(...recipients),
          tokens: fc.constantFrom(...payable).map((token) => [token]),
        }),
      params: ({ account, tokenIn }) => ({ recipient: account, tokens: [tokenIn] }),
    },
    'speed-up-transaction': { undrawn: NOTHING_WAITS },
    'cancel-transaction': { undrawn: NOTHING_WAITS },
  },
  shapes: { value: ({ account, wei }) => [{ to: account, valueWei: wei, data: '0x' }] },
}
