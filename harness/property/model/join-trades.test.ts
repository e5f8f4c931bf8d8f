import { expect, test } from 'vitest'
import type { Trade } from '../../vocabulary/intent.ts'
import type { KindModel, RequestReader } from '../../vocabulary/model.ts'
import type { Quote, ReadPorts } from '../../vocabulary/terms.ts'
import { joinTrades } from './join-trades.ts'

const PORTS = {} as ReadPorts

const venue = (
  exact: Trade['exact'],
  quote: Omit<Quote, 'way'> | undefined,
  refusals: string[],
): KindModel => ({
  category: 'trading',
  needs: [],
  means: () => ({
    kind: 'trade',
    ...{ exact, path: ['A', 'B'], amount: 5n, slippageBps: 50, refusals },
    quote: async (_, way) => quote && { ...quote, way: way ?? 'own' },
  }),
})

const read = (model: KindModel | undefined) => {
  const means = model?.means
  return (typeof means === 'function' ? means({} as RequestReader) : undefined) as Trade
}

test('an exact input goes where it brings the most, an exact output where it costs the least', async () => {
  const least = { amountIn: 5n, amountOut: 7n }
  const most = { amountIn: 6n, amountOut: 8n }
  const join = (exact: Trade['exact']) =>
    read(
      joinTrades([
        ['none', venue(exact, undefined, ['NONE'])],
        ['least', venue(exact, least, ['FEW'])],
        ['most', venue(exact, most, ['MANY'])],
      ]),
    )
  expect(await join('input').quote(PORTS)).toEqual({ ...most, way: { venue: 'most', way: 'own' } })
  expect(await join('output').quote(PORTS)).toEqual({ ...least, way: { venue: 'least', way: 'own' } })
  expect(join('input').refusals).toEqual(['NONE', 'FEW', 'MANY'])
})

test('what was promised is asked for at its venue, however good others are by now', async () => {
  const joined = read(
    joinTrades([
      ['here', venue('input', { amountIn: 5n, amountOut: 7n }, [])],
      ['there', venue('input', { amountIn: 5n, amountOut: 9n }, [])],
    ]),
  )
  const way = { venue: 'here', way: 'promised' }
  expect(await joined.quote(PORTS, way)).toEqual({ amountIn: 5n, amountOut: 7n, way })
})

test('what is no trade at one of the venues is not joined', () => {
  const trade = venue('input', undefined, [])
  expect(
    joinTrades([
      ['a', trade],
      ['b', { ...trade, category: 'lending' }],
    ]),
  ).toBeUndefined()
  expect(
    joinTrades([
      ['a', trade],
      ['b', { ...trade, means: 'unforeseen' }],
    ]),
  ).toBeUndefined()
})
