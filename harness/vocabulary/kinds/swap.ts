import * as fc from 'fast-check'
import type { DrawnToken } from '../amounts.ts'
import type { DrawScope, KindDraw } from '../draw.ts'
import type { Trade } from '../intent.ts'
import type { KindModel, RequestReader } from '../model.ts'
import type { TradeTerms } from '../terms.ts'

/** Tolerance of a request that names none, in basis points. */
export const DEFAULT_SLIPPAGE_BPS = 50

/** What a tolerance can be, in basis points. */
export const SLIPPAGE_RANGE = { slippageBps: [0, 10_000] } as const

/** How much a drawn request tolerates; mostly it names nothing. */
const drawSlippage = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(0, 10, 300).map((slippageBps) => ({ slippageBps })) },
)

/** The parameter in which a swap's amount stands, by which of both amounts is exact. */
const AMOUNT = { input: 'amountInBaseUnits', output: 'amountOutBaseUnits' } as const

/** Say what a swap through one pool means at a venue that quotes it. */
export const modelSwap = (
  exact: Trade['exact'],
  venue: Pick<KindModel, 'ranges'> & {
    take(terms: TradeTerms, request: RequestReader): Pick<Trade, 'quote' | 'refusals'>
  },
): KindModel => ({
  category: 'trading',
  needs: ['tokenIn', 'tokenOut', AMOUNT[exact]],
  ranges: { ...SLIPPAGE_RANGE, ...venue.ranges },
  means(request) {
    const path = [request.token('tokenIn'), request.token('tokenOut')]
    return readTrade({ exact, path, amount: request.amount(AMOUNT[exact]) }, request, venue.take)
  },
})

/** Put a trade together from its terms, the request, and what its venue says to it. */
export const readTrade = (
  terms: TradeTerms,
  request: RequestReader,
  take: (terms: TradeTerms, request: RequestReader) => Pick<Trade, 'quote' | 'refusals'>,
): Trade => ({
  kind: 'trade',
  ...terms,
  slippageBps: Number(request.params.slippageBps ?? DEFAULT_SLIPPAGE_BPS),
  ...take(terms, request),
})

/** A pool of a venue: both tokens, and the `venue` parameters that name it. */
export interface DrawnPool {
  readonly tokens: readonly [DrawnToken, DrawnToken]
  readonly venue: Readonly<Record<string, unknown>>
}

/** Say how an exact input of one of some pairs is drawn, over whatever venues. */
export const drawSale = (...pairs: readonly (readonly [DrawnToken, DrawnToken])[]): KindDraw => ({
  draw: ({ amountOf }) =>
    fc
      .constantFrom(...pairs)
      .chain(([tokenIn, tokenOut]) => amountOf(tokenIn).map((amountIn) => ({ tokenIn, tokenOut, amountIn }))),
  params: ({ tokenIn, tokenOut, units }) => ({ tokenIn, tokenOut, amountInBaseUnits: units(tokenIn) }),
})

/** Say how a swap through one pool is drawn; mostly it names its pool. */
export const drawSwap = (exact: Trade['exact'], pools: readonly DrawnPool[]): KindDraw => ({
  ...(exact === 'input' ? { often: 3 } : {}),
  draw: ({ amountOf }: DrawScope) =>
    fc
      .record({
        pool: fc.constantFrom(...pools),
        turned: fc.boolean(),
        named: fc.integer({ min: 0, max: 3 }),
        slippage: drawSlippage,
      })
      .chain(({ pool: { tokens, venue }, turned, named, slippage }) => {
        const [tokenIn, tokenOut] = turned ? [tokens[1], tokens[0]] : tokens
        const amount =
          exact === 'input'
            ? amountOf(tokenIn).map((amountIn) => ({ amountIn }))
            : amountOf(tokenOut).map((amountOut) => ({ amountOut }))
        return amount.map((drawn) => ({
          tokenIn,
          tokenOut,
          ...drawn,
          ...(named === 0 ? {} : { venue }),
          ...slippage,
        }))
      }),
  params: ({ tokenIn, tokenOut, units, slippageBps }) => ({
    tokenIn,
    tokenOut,
    [AMOUNT[exact]]: units(exact === 'input' ? tokenIn : tokenOut),
    slippageBps,
  }),
})
