import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NO_EFFECT } from '../core/call-decoder.ts'
import { keepGainsOwn } from './keep-gains-own.ts'

const at = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ACCOUNT, OTHER] = [at('a'), at('b')]
const call = { ...NO_EFFECT, functionName: 'supply' }

test('behavior: a call whose gain is all its own stays as it is', () => {
  expect(keepGainsOwn(undefined, ACCOUNT)).toBeUndefined()
  for (const recipients of [[], [ACCOUNT], [ACCOUNT.toLowerCase() as typeof ACCOUNT]]) {
    expect(keepGainsOwn({ ...call, recipients }, ACCOUNT)).toEqual({ ...call, recipients })
  }
})

test('I61: error: a call by which any other account gains is forbidden, for its first reason', () => {
  const shared = { ...call, recipients: [ACCOUNT, OTHER] }
  expect(keepGainsOwn(shared, ACCOUNT)?.forbidden).toBe("another account's gain")
  expect(keepGainsOwn({ ...shared, forbidden: 'a callback' }, ACCOUNT)?.forbidden).toBe('a callback')
})
