import * as fc from 'fast-check'
import { parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { BASE } from '../../../tools/protocols/permit2/base.ts'
import { writeWorth } from '../../vocabulary/amounts.ts'
import { inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { Course, DrawnStep, DrawScope, ProtocolDraw } from '../../vocabulary/draw.ts'

const abi = parseAbi([
  'struct Pair { address token; address spender; }',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function lockdown(Pair[] approvals)',
])

/** Times around the longest that policies allow. */
const TTL_SECONDS = [10, 299, 300, 301, 600, 601, 86_400, 86_401]

const drawGrant = ({ payable, spenders, amountOf }: DrawScope) =>
  fc.constantFrom(...payable).chain((token) =>
    fc.record({
      token: fc.constant(token),
      spender: fc.constantFrom(...spenders),
      amount: amountOf(token),
      ttlSeconds: fc.constantFrom(...TTL_SECONDS),
    }),
  )

const SPENDER = 'uniswap-v3.swapRouter'

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })

/** A message that is recorded, what its spender makes of it, and what that leaves of other spending. */
const COURSES: readonly Course[] = [
  {
    opens: 'sign-permit',
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, fc.constantFrom('USDC', 'WETH')).chain(([usdc, token]) => {
        const amount = writeWorth(usdc, token)
        const sign = act('sign-permit', { token, spender: SPENDER, amount, ttlSeconds: 600 })
        const redeem = (shareBps: number) => ({ later: { protocol: 'permit2', act: 'redeem', shareBps } })
        return inTurn(
          act('approve', { token, spender: 'permit2', amount }),
          sign,
          oneOf(
            [redeem(4_000)],
            [redeem(10_000)],
            [{ advance: '601s' }, redeem(10_000)],
            [sign, redeem(5_000)],
          ),
          oneOf(
            [],
            [act('revoke-permit2-allowance', { pairs: [{ token, spender: SPENDER }] })],
            [act('invalidate-nonces', { pairs: [{ token, spender: SPENDER }] })],
          ),
          act('transfer', { token, recipient: 'recipient', amount }),
        )
      }),
  },
]

/** Allowances that lapse, and their end. */
export const DRAW: ProtocolDraw = {
  kinds: {
    'permit2-approve': {
      draw: drawGrant,
      params: ({ tokenIn, account, units }) => ({
        token: tokenIn,
        spender: account,
        amountBaseUnits: units(tokenIn),
        ttlSeconds: 600,
      }),
    },
    'sign-permit': { draw: drawGrant },
    'revoke-permit2-allowance': {
      draw: ({ spenders: [spender] }) =>
        fc.constantFrom('USDC', 'WETH').map((token) => ({ pairs: [{ token, spender }] })),
    },
    'invalidate-nonces': {
      draw: ({ spenders: [spender] }) =>
        fc.constantFrom('USDC', 'WETH').map((token) => ({ pairs: [{ token, spender }] })),
    },
  },
  courses: COURSES,
  shapes: {
    permit2: ({ book, tokenIn, account, amount, call }) => [
      call(
        BASE.on(book).permit2,
        encodeFunctionData({
          abi,
          functionName: 'approve',
          args: [tokenIn, account, amount & (2n ** 160n - 1n), 2 ** 48 - 1],
        }),
      ),
    ],
    lockdown: ({ book, tokenIn, account, call }) => [
      call(
        BASE.on(book).permit2,
        encodeFunctionData({
          abi,
          functionName: 'lockdown',
          args: [[{ token: tokenIn, spender: account }]],
        }),
      ),
    ],
  },
  spenders: ['permit2'],
}
