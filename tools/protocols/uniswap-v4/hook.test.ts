import * as fc from 'fast-check'
import { concatHex, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { bitsOf, findMissing, PERMISSIONS, permissionsOf, toBits } from './hook.ts'
import { scanCode } from './hook-scan.ts'

const drawn = fc.subarray([...PERMISSIONS])

test('behavior: the bits of permissions say the same permissions', () => {
  fc.assert(
    fc.property(drawn, fc.bigInt({ min: 0n, max: 2n ** 146n - 1n }), (permissions, above) => {
      const hook = numberToHex((above << 14n) | toBits(permissions), { size: 20 })
      expect(permissionsOf(hook)).toEqual(permissions)
      expect(bitsOf(hook)).toBe(toBits(permissions))
    }),
  )
})

// v4-core 1.0.2, `Hooks.sol`.
test.each([
  ['beforeInitialize', 1n << 13n],
  ['afterAddLiquidity', 1n << 10n],
  ['beforeSwap', 1n << 7n],
  ['afterDonate', 1n << 4n],
  ['beforeSwapReturnDelta', 1n << 3n],
  ['afterRemoveLiquidityReturnDelta', 1n << 0n],
] as const)('behavior: %s has its bit', (permission, bit) => expect(toBits([permission])).toBe(bit))

test('behavior: amounts change in a callback alone', () => {
  expect(findMissing(['afterSwapReturnDelta'])).toBe('afterSwap')
  expect(findMissing(['afterSwapReturnDelta', 'beforeSwap'])).toBe('afterSwap')
  expect(findMissing(['afterSwapReturnDelta', 'afterSwap'])).toBeUndefined()
})

const push = (data: Hex): Hex => concatHex([numberToHex(0x5f + (data.length - 2) / 2, { size: 1 }), data])

test('behavior: what a push carries is no operation', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 32 }), (bytes) => {
      const data = `0x${Buffer.from(bytes).toString('hex')}` as const
      expect(scanCode(concatHex([push(data), '0x00'])).operations).toEqual([])
      expect(scanCode(concatHex([push(data), '0xf400'])).operations).toEqual(['DELEGATECALL'])
    }),
  )
})

test('behavior: what the compiler says of itself behind the code is no operation', () => {
  const metadata = '0xa1ff00f4'
  const code = concatHex(['0x600055fe', metadata, numberToHex(4, { size: 2 })])
  expect(scanCode(code)).toMatchObject({ operations: [], storageWrites: 1 })
  // Bytes that no length points at belong to the code.
  expect(scanCode(concatHex(['0x600055fe', metadata])).operations).toEqual(['DELEGATECALL', 'SELFDESTRUCT'])
})

test('behavior: what is laid where the compiler says that, and jumped to, is one', () => {
  const hidden = '0xa15bf400'
  const code = concatHex(['0x600556fe', hidden, numberToHex(4, { size: 2 })])
  expect(scanCode(code).operations).toEqual(['DELEGATECALL'])
})

test('behavior: owner functions are found by their selectors', () => {
  expect(scanCode('0x638da5cb5b1400').ownerFunctions).toEqual(['owner()'])
  expect(scanCode('0x628da5cb00').ownerFunctions).toEqual([])
})
