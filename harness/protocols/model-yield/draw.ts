import * as fc from 'fast-check'
import type { Json } from '../../../tools/core/json.ts'
import { type DrawnToken, worthOf } from '../../vocabulary/amounts.ts'
import { FRESH_PRICES, inTurn, oneOf } from '../../vocabulary/courses.ts'
import type { Course, DrawnStep, KindDraw, ProtocolDraw } from '../../vocabulary/draw.ts'

const PROTOCOL = 'model-yield'

/** What the contracts number first, and next. */
const number = fc.constantFrom('1', '1', '1', '2')
const pair = fc.constantFrom<readonly [DrawnToken, DrawnToken]>(
  ['USDC', 'WETH'],
  ['WETH', 'USDC'],
  ['USDC', 'DAI'],
)

const unitsOf = (usdc: bigint, token: DrawnToken) => worthOf(usdc, token).toString()
/** So many basis points of a value. */
const part = (usdc: bigint, bps: bigint) => (usdc * bps) / 10_000n

const stake = (usdc: bigint) => ({ amountBaseUnits: unitsOf(usdc, 'WETH') })
const stakeBought = (usdc: bigint) => ({
  token: 'USDC',
  ...stake(usdc),
  mostInBaseUnits: unitsOf(part(usdc, 10_200n), 'USDC'),
})
const order = (usdc: bigint, [tokenIn, tokenOut]: readonly [DrawnToken, DrawnToken], bps: bigint) => ({
  tokenIn,
  tokenOut,
  amountInBaseUnits: unitsOf(usdc, tokenIn),
  leastOutBaseUnits: unitsOf(part(usdc, bps), tokenOut),
  ttlSeconds: 300,
})

/** A cent in USDC base units. */
const CENT = 10_000n

const ofValue = (params: (usdc: bigint) => { readonly [name: string]: Json }): KindDraw => ({
  draw: ({ modestUsdc }) => modestUsdc.map((usdc) => ({ ...params(usdc) })),
  params: ({ cents }) => params(BigInt(cents) * CENT),
})

const KINDS: ProtocolDraw['kinds'] = {
  'stake-model': ofValue(stake),
  'stake-model-bought': ofValue(stakeBought),
  'request-model-exit': {
    after: 'stake-model',
    draw: ({ modestUsdc }) => modestUsdc.map((usdc) => ({ sharesBaseUnits: unitsOf(usdc, 'WETH') })),
    params: ({ units }) => ({ sharesBaseUnits: units('WETH', 0.5) }),
  },
  'claim-model-exit': {
    after: 'request-model-exit',
    draw: () => number.map((ticket) => ({ ticket })),
    params: () => ({ ticket: '1' }),
  },
  'place-model-order': {
    draw: ({ modestUsdc }) =>
      fc
        .tuple(modestUsdc, pair, fc.constantFrom(9_970n, 9_970n, 9_800n, 10_300n))
        .map(([usdc, tokens, bps]) => order(usdc, tokens, bps)),
    params: ({ cents, tokenIn, tokenOut, slippageBps }) =>
      order(BigInt(cents) * CENT, [tokenIn, tokenOut], 10_000n - BigInt(slippageBps)),
  },
  'cancel-model-order': {
    after: 'place-model-order',
    draw: () => number.map((id) => ({ order: id })),
    params: () => ({ order: '1' }),
  },
}

const act = (kind: string, params: object): DrawnStep => ({ act: { kind, ...params } })
const later = (name: string, shareBps = 10_000): DrawnStep => ({
  later: { protocol: PROTOCOL, act: name, shareBps },
})

const COURSES: readonly Course[] = [
  {
    opens: 'stake-model',
    draw: ({ modestUsdc }) =>
      modestUsdc.chain((usdc) =>
        inTurn(
          oneOf([act('stake-model', stake(usdc))], [act('stake-model-bought', stakeBought(usdc))]),
          oneOf([], [later('reward', 10)], [later('slash', 100)]),
          act('request-model-exit', { sharesBaseUnits: unitsOf(usdc / 2n, 'WETH') }),
          oneOf([], [later('slash', 1_000)]),
          { advance: '72h' },
          FRESH_PRICES,
          act('claim-model-exit', { ticket: '1' }),
        ),
      ),
  },
  {
    opens: 'place-model-order',
    draw: ({ modestUsdc }) =>
      fc.tuple(modestUsdc, pair).chain(([usdc, tokens]) =>
        inTurn(
          act('place-model-order', order(usdc, tokens, 9_970n)),
          oneOf(
            [{ mine: 2 }, later('fill')],
            [{ advance: '3600s' }],
            [{ mine: 2 }, later('fill'), act('place-model-order', order(usdc, tokens, 9_970n))],
          ),
          number.map((id) => [act('cancel-model-order', { order: id })]),
        ),
      ),
  },
]

/** Staking with its queue, and orders that a keeper fills. */
export const DRAW: ProtocolDraw = { kinds: KINDS, courses: COURSES }
