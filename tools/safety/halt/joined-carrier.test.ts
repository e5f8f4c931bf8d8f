import { expect, test } from 'vitest'
import type { CarriedOut, HaltCarrier } from './halt-carrier.ts'
import { joinCarriers } from './joined-carrier.ts'

function createCarrier(status: CarriedOut['status'], wait?: Promise<void>) {
  const calls: string[] = []
  const done: string[] = []
  let isUnderWay = false
  let ended = 0
  const carrier: HaltCarrier = {
    async halt(reason) {
      calls.push(`halt ${reason}`)
      await wait
      done.push('halt')
      return { status, items: [], residual: undefined, isComplete: false, cancelledPermits: 1 }
    },
    async liquidate() {
      calls.push('liquidate')
      return { status, items: [], residual: undefined, isComplete: false, cancelledPermits: 0 }
    },
    async adopt(reason) {
      calls.push(`adopt ${reason}`)
      await wait
      done.push('adopt')
    },
    async resume() {
      calls.push('resume')
      await wait
      done.push('resume')
    },
    prepare: () => void calls.push('prepare'),
    get isUnderWay() {
      return isUnderWay
    },
    get ended() {
      return ended
    },
  }
  return { carrier, calls, done, begin: () => (isUnderWay = true), end: () => (ended += 1) }
}

test('I46: every chain is on its way before any is waited for, and each says how far it came', async () => {
  const held = Promise.withResolvers<void>()
  const [own, other] = [createCarrier('paused', held.promise), createCarrier('unpaused', held.promise)]
  const joined = joinCarriers(own.carrier, () => [{ chainId: 10, carrier: other.carrier }])
  const halting = joined.halt('a reason')
  expect([own.calls, other.calls]).toEqual([['halt a reason'], ['halt a reason']])
  held.resolve()
  expect(await halting).toMatchObject({
    status: 'paused',
    elsewhere: [{ chainId: 10, status: 'unpaused', cancelledPermits: 1 }],
  })
})

test('behavior: a pause that was found and what is left are over once they are on every chain', async () => {
  const held = Promise.withResolvers<void>()
  const [own, other] = [createCarrier('paused', held.promise), createCarrier('paused', held.promise)]
  const joined = joinCarriers(own.carrier, () => [{ chainId: 10, carrier: other.carrier }])
  const adopted = joined.adopt('found').then(() => [...own.done, ...other.done].sort())
  const resumed = joined.resume().then(() => [...own.done, ...other.done].sort())
  setImmediate(held.resolve)
  expect(await adopted).toEqual(expect.arrayContaining(['adopt', 'halt']))
  expect((await resumed).filter((step) => step === 'resume')).toEqual(['resume', 'resume'])
})

test('default: alone nothing is said of other chains', async () => {
  const own = createCarrier('paused')
  const joined = joinCarriers(own.carrier, () => [])
  expect(await joined.halt('a reason')).not.toHaveProperty('elsewhere')
})

test('behavior: a pause that was found halts the others, what is left is resumed on all, and sold on one', async () => {
  const [own, other] = [createCarrier('paused'), createCarrier('paused')]
  const joined = joinCarriers(own.carrier, () => [{ chainId: 10, carrier: other.carrier }])
  await joined.adopt('found')
  await joined.resume()
  await joined.liquidate()
  joined.prepare()
  expect(own.calls).toEqual(['adopt found', 'resume', 'liquidate', 'prepare'])
  expect(other.calls).toEqual(['halt found', 'resume'])
  expect(joined.isUnderWay).toBe(false)
  other.begin()
  expect(joined.isUnderWay).toBe(true)
  expect(joined.ended).toBe(0)
  other.end()
  own.end()
  expect(joined.ended).toBe(2)
})
