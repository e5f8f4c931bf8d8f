import { expect, test } from 'vitest'
import { amountOf } from '../../core/amount.ts'
import { ToolError } from '../../core/errors.ts'
import { createEventBus } from '../../core/events.ts'
import { createDenier } from './denier.ts'

type Deps = Parameters<typeof createDenier>[0]

const SENDER = `0x${'aa'.repeat(20)}` as const

/** Deny with a cause, and tell what it started; the store used nonces up to 3, the second provider shows another. */
async function deny(cause: Error, { seen, route }: { seen?: number | 'silent'; route?: unknown } = {}) {
  const done: string[] = []
  const note = (what: string) => async () => {
    done.push(what)
  }
  const getTransactionCount = async () => {
    if (seen === 'silent') throw new Error('503')
    return seen
  }
  const denier = createDenier({
    events: createEventBus(),
    clock: { setTimer: () => () => undefined },
    denials: { note: () => void done.push('noted') },
    lease: { next: () => 3 },
    carrier: { halt: note('halted'), adopt: note('adopted'), resume: note('resumed') },
    sealer: { seal: note('sealed') },
    secondProvider: seen === undefined ? undefined : { getTransactionCount },
    sender: SENDER,
    ...(route ? { route } : {}),
  } as unknown as Deps)
  await expect(denier.denyOrHalt('commit', {}, cause)).rejects.toBe(cause)
  return done
}

const HALTS = ['halted', 'sealed', 'noted']
const amount = amountOf(undefined, SENDER, 1n)
const UNITS = new ToolError('UNEXPLAINED_UNITS', {
  protocol: 'lender',
  key: '0x01',
  kind: 'held',
  found: 0n,
  expected: 1n,
})
const DELTA = new ToolError('UNEXPLAINED_DELTA', { found: amount, expected: amount })
const FENCED = new ToolError('ACCOUNT_FENCED', { expected: 3, found: 4 })

test('default: a denial is noted and stops nothing else', async () => {
  expect(await deny(new ToolError('RATE_LIMITED', { found: 2, expected: 1, span: '60 s' }))).toEqual([
    'noted',
  ])
  expect(await deny(new Error('a fault'))).toEqual([])
})

test('I53: what went missing unexplained halts, tokens and units alike', async () => {
  expect(await deny(DELTA)).toEqual(HALTS)
  expect(await deny(UNITS)).toEqual(HALTS)
})

test('I55: a transaction that the stack never signed halts where no other provider says otherwise', async () => {
  expect(await deny(FENCED)).toEqual(HALTS)
  expect(await deny(FENCED, { seen: 4 })).toEqual(HALTS)
  expect(await deny(FENCED, { seen: 3 })).toEqual(['noted'])
  expect(await deny(FENCED, { seen: 'silent' })).toEqual(['noted'])
  expect(await deny(FENCED, { route: {} })).toEqual(['noted'])
})

test('I46: a halt that the store lost is taken up, and one that holds is gone on with', async () => {
  expect(await deny(new ToolError('PAUSE_UNEXPLAINED', {}))).toEqual(['adopted', 'sealed', 'noted'])
  expect(await deny(new ToolError('HALTED', { since: 1 }))).toEqual(['resumed', 'noted'])
})

test('I46 I51: who denies or halts is answered once that is sealed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const done: string[] = []
  const denier = createDenier({
    carrier: {
      async halt() {
        done.push('halted')
      },
    },
    sealer: {
      async seal() {
        await promise
        done.push('sealed')
      },
    },
  } as unknown as Deps)
  const answered = denier.halt('a drill').then(() => done.push('answered'))
  // All that does not wait for the seal has come to its end by then.
  await new Promise(setImmediate)
  resolve()
  await answered
  expect(done).toEqual(['halted', 'sealed', 'answered'])
})
