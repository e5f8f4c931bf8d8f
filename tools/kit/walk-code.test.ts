import { type Hex, hexToBytes } from 'viem'
import { expect, test } from 'vitest'
import { walkCode } from './walk-code.ts'

const walk = (code: Hex) => [...walkCode(hexToBytes(code))].map((operation) => operation.code)

/** Bytes with their length behind them, as the compiler's metadata has it. */
const behind = (bytes: string) => `${bytes}${(bytes.length / 2).toString(16).padStart(4, '0')}`

test('default: operations in their order, with what they push', () => {
  expect([...walkCode(hexToBytes('0x6001f4'))]).toEqual([
    { code: 0x60, data: Uint8Array.of(1) },
    { code: 0xf4, data: new Uint8Array() },
  ])
  expect(walk('0x7f01')).toEqual([0x7f])
  expect(walk('0x')).toEqual([])
})

test('behavior: what the compiler says of itself behind the code is never run', () => {
  expect(walk(`0x00fe${behind(`a2646970667358${'f4'.repeat(40)}`)}`)).toEqual([0x00, 0xfe])
})

test('behavior: what a jump reaches in it is listed, up to where it ends', () => {
  expect(walk(`0x600656${behind('a1f45bf4fef4')}`)).toEqual([0x60, 0x56, 0x5b, 0xf4, 0xfe])
})

test('behavior: what the code before runs into is listed', () => {
  expect(walk(`0x6000${behind('a1f400f4')}`)).toEqual([0x60, 0xa1, 0xf4, 0x00])
})

test('behavior: bytes that no length points at belong to the code', () => {
  expect(walk('0x00a1f4ffff')).toEqual([0x00, 0xa1, 0xf4, 0xff, 0xff])
})
