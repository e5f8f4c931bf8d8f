import { expect, test } from 'vitest'
import type { Json } from '../../../tools/core/json.ts'
import { checkEvents } from './check-events.ts'
import type { JudgedStep } from './judged-step.ts'

const EVENTS = [
  { kind: 'tool:start', tool_name: 'weth_wrap_eth', tick: 1 },
  { kind: 'permit:state', from: null, to: 'pending' },
  { kind: 'permit:state', from: 'pending', to: 'committing' },
]

/** What is found in place of events that are expected. */
function problems(
  ...events: readonly { readonly kind: string; readonly fields?: Readonly<Record<string, Json>> }[]
) {
  const found: string[] = []
  const wanted = events.map(({ kind, fields = {} }) => ({ kind, fields }))
  const step = {
    expect: { events: wanted },
    outcome: { observation: { events: EVENTS } },
  } as unknown as JudgedStep
  checkEvents(step, (_, __, seen) => {
    found.push(String(seen))
  })
  return found
}

test('default: events in their order, by the members that are named', () => {
  expect(problems({ kind: 'tool:start' }, { kind: 'permit:state', fields: { to: 'committing' } })).toEqual([])
  expect(problems({ kind: 'permit:state', fields: { from: null } })).toEqual([])
})

test('error: events of another kind, or before the last one', () => {
  const kinds = 'tool:start, permit:state, permit:state'
  expect(problems({ kind: 'halt:latched' })).toEqual([kinds])
  expect(problems({ kind: 'permit:state' }, { kind: 'tool:start' })).toEqual([kinds])
})

test('error: other members of an event of that kind, which are told', () => {
  expect(problems({ kind: 'permit:state', fields: { to: 'expired' } })).toEqual([
    'permit:state {"to":"pending"}, permit:state {"to":"committing"}',
  ])
  expect(problems({ kind: 'permit:state', fields: { too: 'pending' } })).toEqual([
    'permit:state without too (it has from, to), permit:state without too (it has from, to)',
  ])
})
