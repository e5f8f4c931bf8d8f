import { expect, test } from 'vitest'
import {
  defineKind,
  type Kind,
  type Offer,
  serveKind,
  stampActions,
  type VenueChoice,
} from '../core/action.ts'
import { ToolError } from '../core/errors.ts'
import { TokenSchema, Type } from '../core/schema.ts'
import { gatherActions } from './action-kind.ts'

const kindOf = (choice: VenueChoice) =>
  defineKind({
    kind: 'trade',
    description: 'Trade.',
    params: { token: TokenSchema },
    choice,
  }) as unknown as Kind

const REFUSAL = new ToolError('ZERO_AMOUNT', { parameter: 'token' })

const ABSENCE = new ToolError('NOT_FOUND', { subject: 'a market' } as never)

/** A venue that quotes, holds the position (`0n`), has nothing of the kind or refuses. */
const serve = (kind: Kind, id: string, answer: bigint | 'refuses' | 'has none') => {
  const offer = async (params: unknown): Promise<Offer | ToolError> => {
    if (answer === 'refuses') throw REFUSAL
    return answer === 'has none'
      ? ABSENCE
      : { params: { at: id, asked: params as never }, quoteBaseUnits: answer }
  }
  const action = {
    tool: { name: `${id}_execute_trade` },
    venue: { depth: Type.Optional(Type.Integer()) },
    offer,
  }
  return stampActions(id, [serveKind(kind, action as never)])
}

const resolve = async (
  choice: VenueChoice,
  answers: Readonly<Record<string, bigint | 'refuses' | 'has none'>>,
  venue?: object,
) => {
  const kind = kindOf(choice)
  const [gathered] = gatherActions(Object.entries(answers).flatMap(([id, answer]) => serve(kind, id, answer)))
  const params = { token: 'USDC', ...(venue ? { venue } : {}) }
  return gathered?.resolve(params as never, gathered.venues, async () => null)
}

const most: VenueChoice = { by: 'quote', best: 'most' }

test('behavior: the best quote takes the action, and a venue that refuses stands in no way', async () => {
  expect(await resolve(most, { a: 1n, b: 3n, c: 2n, d: 'refuses' })).toMatchObject({
    tool: 'b_execute_trade',
  })
  expect(await resolve({ by: 'quote', best: 'least' }, { a: 2n, b: 3n, c: 1n })).toMatchObject({
    tool: 'c_execute_trade',
  })
  expect(await resolve(most, { a: 2n, b: 2n })).toMatchObject({ tool: 'a_execute_trade' })
  await expect(resolve(most, { a: 'refuses', b: 'refuses' })).rejects.toBe(REFUSAL)
})

test('behavior: a named venue is taken, with what it needs beyond', async () => {
  expect(await resolve(most, { a: 1n, b: 3n }, { protocol: 'a', depth: 2 })).toEqual({
    tool: 'a_execute_trade',
    params: { at: 'a', asked: { token: 'USDC', depth: 2 } },
  })
})

test('error: VENUE_NOT_AVAILABLE where none is named, or one that does not serve the kind', async () => {
  await expect(resolve({ by: 'named' }, { a: 0n })).rejects.toMatchObject({ code: 'VENUE_NOT_AVAILABLE' })
  await expect(resolve(most, { a: 1n }, { protocol: 'z' })).rejects.toMatchObject({
    code: 'VENUE_NOT_AVAILABLE',
  })
})

test('error: a venue that has nothing of the kind says so only where no other venue says more', async () => {
  expect(await resolve(most, { a: 'has none', b: 1n })).toMatchObject({ tool: 'b_execute_trade' })
  await expect(resolve(most, { a: 'has none', b: 1n }, { protocol: 'a' })).rejects.toBe(ABSENCE)
  await expect(resolve(most, { a: 'has none', b: 'refuses' })).rejects.toBe(REFUSAL)
  await expect(resolve({ by: 'holding' }, { a: 'has none', b: 'has none' })).rejects.toBe(ABSENCE)
})

test('error: VENUE_AMBIGUOUS where two venues hold the position', async () => {
  const holding: VenueChoice = { by: 'holding' }
  expect(await resolve(holding, { a: 'has none', b: 0n })).toMatchObject({ tool: 'b_execute_trade' })
  await expect(resolve(holding, { a: 0n, b: 0n })).rejects.toMatchObject({ code: 'VENUE_AMBIGUOUS' })
  // A venue that does not answer may hold it too.
  await expect(resolve(holding, { a: 0n, b: 'refuses' })).rejects.toBe(REFUSAL)
})

test('error: a kind for one tool cannot be served by two, nor a shared one be described twice', () => {
  const only = kindOf({ by: 'only' })
  expect(() => gatherActions([...serve(only, 'a', 0n), ...serve(only, 'b', 0n)])).toThrow('a and b')
  expect(() => gatherActions([...serve(kindOf(most), 'a', 0n), ...serve(kindOf(most), 'b', 0n)])).toThrow(
    'share it in tools/kit/kinds',
  )
})

test('behavior: a list of actions is gathered once, and another list of the same ones into equal kinds', () => {
  const actions = serve(kindOf(most), 'a', 0n)
  const kinds = gatherActions(actions)
  expect(gatherActions(actions)).toBe(kinds)
  const again = gatherActions([...actions])
  expect(again).not.toBe(kinds)
  expect(again.map(({ params }) => params)).toEqual(kinds.map(({ params }) => params))
})
