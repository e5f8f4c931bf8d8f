import { type Address, encodeFunctionResult, type Hex, numberToHex, pad, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { safeStateAbi } from './abi.ts'
import { readSettings, SENTINEL } from './settings.ts'

const [ANN, MODULE, GUARD, HANDLER, SINGLETON] = ['a1', 'e5', 'f6', '88', '99'].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [Address, Address, Address, Address, Address]

const answer = (functionName: 'getOwners' | 'getThreshold' | 'getModulesPaginated', result: unknown): Hex =>
  encodeFunctionResult({ abi: safeStateAbi, functionName, result } as never)
const slot = (address: Address) =>
  encodeFunctionResult({ abi: safeStateAbi, functionName: 'getStorageAt', result: pad(address) })

const answersWith = (next: Address) => [
  answer('getOwners', [ANN]),
  answer('getThreshold', 1n),
  answer('getModulesPaginated', [[MODULE], next]),
  slot(GUARD),
  slot(HANDLER),
  slot(SINGLETON),
]

test.each([
  SENTINEL,
  zeroAddress,
])('default: what decides for a Safe, all modules of which end with %s', (end) => {
  const found = readSettings(answersWith(end))
  const lower = JSON.parse(JSON.stringify(found).toLowerCase())
  expect(lower).toEqual({
    owners: [ANN],
    threshold: 1,
    modules: [MODULE],
    guard: GUARD,
    fallbackhandler: HANDLER,
    singleton: SINGLETON,
  })
})

test('I58: a Safe with more modules than are listed cannot be judged', () => {
  expect(readSettings(answersWith(numberToHex(2, { size: 20 })))).toBeUndefined()
})

test.each([0, 1, 2, 3, 4, 5])('I58: nor can one that does not answer view %d', (index) => {
  expect(
    readSettings(answersWith(SENTINEL).map((one, at) => (at === index ? undefined : one))),
  ).toBeUndefined()
})
