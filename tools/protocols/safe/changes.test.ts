import { type Address, decodeFunctionData, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { safeSettingsAbi } from './abi.ts'
import { addOwner, disableModule, removeOwner } from './changes.ts'
import { SENTINEL } from './settings.ts'

const [SAFE, ANN, BEN, CAT, DAN] = ['10', 'a1', 'b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const own = {
  safe: SAFE,
  settings: {
    owners: [ANN, BEN, CAT],
    threshold: 2,
    modules: [BEN, CAT],
    guard: zeroAddress,
    fallbackHandler: zeroAddress,
    singleton: zeroAddress,
  },
}
const argsOf = (data: `0x${string}`) =>
  (decodeFunctionData({ abi: safeSettingsAbi, data }).args as readonly unknown[]).map((arg) =>
    String(arg).toLowerCase(),
  )

test.each([
  [ANN, SENTINEL],
  [BEN, ANN],
  [CAT, BEN],
])('default: %s is removed behind the entry before it', (owner, previous) => {
  expect(argsOf(removeOwner({ owner, threshold: 2 }, own))).toEqual([previous, owner, '2'])
})

test('default: the first module and the one behind it are disabled behind the entry before them', () => {
  expect(argsOf(disableModule({ module: BEN }, own))).toEqual([SENTINEL, BEN])
  expect(argsOf(disableModule({ module: CAT }, own))).toEqual([BEN, CAT])
})

test('error: a threshold beyond the owners there will be', () => {
  expect(argsOf(addOwner({ owner: DAN, threshold: 4 }, own))).toEqual([DAN, '4'])
  for (const change of [
    () => addOwner({ owner: DAN, threshold: 5 }, own),
    () => removeOwner({ owner: ANN, threshold: 3 }, own),
    () => removeOwner({ owner: ANN, threshold: 0 }, own),
  ]) {
    expect(change).toThrow(expect.objectContaining({ code: 'SAFE_THRESHOLD_INVALID' }))
  }
})
