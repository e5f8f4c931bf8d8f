import { expect, test } from 'vitest'
import { decideInTime } from './decision.ts'

/** Decide by a body that closes when it is told to, over a clock whose time is up when it is told to. */
function decide() {
  let expire = () => {}
  const go = Promise.withResolvers<void>()
  let isDurable = false
  const setTimer = (_: number, then: () => void) => {
    expire = then
    return () => undefined
  }
  const body = async (close: () => void) => {
    await go.promise
    close()
    isDurable = true
  }
  const decided = decideInTime({ setTimer }, body)
  return { decided, goOn: go.resolve, expire: () => expire(), isDurable: () => isDurable }
}

test('default: what is decided in time is durable, however long what follows takes', async () => {
  const { decided, goOn, expire, isDurable } = decide()
  goOn()
  await decided
  expire()
  expect(isDurable()).toBe(true)
})

test('I20: error: CHAIN_TIMEOUT, and nothing is durable afterwards', async () => {
  const { decided, goOn, expire, isDurable } = decide()
  expire()
  await expect(decided).rejects.toMatchObject({ code: 'CHAIN_TIMEOUT' })
  goOn()
  // The body has gone on by then.
  await new Promise(setImmediate)
  expect(isDurable()).toBe(false)
})
