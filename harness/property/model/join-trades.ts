import type { Intent, Trade } from '../../vocabulary/intent.ts'
import type { KindModel } from '../../vocabulary/model.ts'
import type { Quote } from '../../vocabulary/terms.ts'

/** A way at one of several venues. */
interface VenueWay {
  readonly venue: string
  readonly way: unknown
}

type VenueTrade = readonly [venue: string, trade: Trade]

/**
 * Join what a kind means at several venues, for a request that names none of them: a trade goes where it is quoted best.
 * Undefined where it is no trade at one of them.
 */
export function joinTrades(
  serving: readonly (readonly [venue: string, model: KindModel])[],
): KindModel | undefined {
  const [first] = serving
  if (first === undefined || serving.some(([, { category }]) => category !== 'trading')) return undefined
  const meanings = serving.flatMap(([venue, { means }]) =>
    means === 'unforeseen' ? [] : [[venue, means] as const],
  )
  if (meanings.length < serving.length) return undefined
  return {
    ...first[1],
    ranges: Object.assign({}, ...serving.map(([, { ranges }]) => ranges)),
    means: (request) => joinIntents(meanings.map(([venue, means]) => [venue, means(request)])),
  }
}

function joinIntents(intents: readonly (readonly [venue: string, intent: Intent])[]): Intent {
  const trades = intents.flatMap(([venue, intent]): VenueTrade[] =>
    intent.kind === 'trade' ? [[venue, intent]] : [],
  )
  const [first] = trades
  const [other] = intents.filter(([, { kind }]) => kind !== 'trade')
  if (first === undefined || other !== undefined) return (other ?? ['', { kind: 'malformed' }])[1] as Intent
  return {
    ...first[1],
    refusals: [...new Set(trades.flatMap(([, { refusals }]) => refusals))],
    async quote(ports, way) {
      const promised = way as VenueWay | undefined
      const asked = promised === undefined ? trades : trades.filter(([venue]) => venue === promised.venue)
      const quotes = await Promise.all(
        asked.map(async ([venue, trade]): Promise<Quote[]> => {
          const quote = await trade.quote(ports, promised?.way)
          return quote === undefined ? [] : [{ ...quote, way: { venue, way: quote.way } }]
        }),
      )
      const isBetter = (a: Quote, b: Quote) =>
        first[1].exact === 'input' ? a.amountOut > b.amountOut : a.amountIn < b.amountIn
      return quotes
        .flat()
        .reduce<Quote | undefined>(
          (best, next) => (best === undefined || isBetter(next, best) ? next : best),
          undefined,
        )
    },
  }
}
