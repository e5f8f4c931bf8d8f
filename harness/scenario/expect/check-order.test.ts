import { expect, test } from 'vitest'
import type { AssayEvent } from '../../../tools/core/events.ts'
import { checkOrder } from './check-order.ts'

const HALT = { kind: 'halt:latched' }
const PHASE = { kind: 'phase:change', to: 'defensive' }
const ISSUED = { kind: 'permit:state', permit_id: 'a', to: 'pending' }
const USED = { kind: 'permit:state', permit_id: 'a', to: 'committing' }
const SENT = { kind: 'tx:sent', permit_id: 'a' }

const laws = (...events: readonly object[]) => checkOrder(events as AssayEvent[]).map(({ law }) => law)

test('default: what is used up and sent before a halt, or issued behind a change of phase, breaks nothing', () => {
  expect(laws(ISSUED, USED, SENT, HALT)).toEqual([])
  expect(laws(ISSUED, USED, SENT, PHASE)).toEqual([])
  expect(laws(PHASE, ISSUED, USED, SENT)).toEqual([])
})

test('I46: behind a halt no permit is used up, and nothing of one is sent', () => {
  const law = 'order.halt-is-final'
  expect(laws(HALT, USED)).toEqual([law])
  expect(laws(USED, HALT, SENT)).toEqual([law])
  // What takes authority back is of no permit, and a permit may be given up.
  expect(laws(HALT, { kind: 'tx:sent' }, { ...USED, to: 'cancelled' })).toEqual([])
})

test('I26: behind a change of phase no permit is used up that was issued before', () => {
  const law = 'order.phase-voids-permits'
  expect(laws(PHASE, USED)).toEqual([law])
  expect(laws(ISSUED, PHASE, USED)).toEqual([law])
  expect(laws(PHASE, ISSUED, PHASE, USED)).toEqual([law])
  expect(laws(PHASE, { ...ISSUED, permit_id: 'b' }, USED)).toEqual([law])
})
