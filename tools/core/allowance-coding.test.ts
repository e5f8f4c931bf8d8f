import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { decodeAllowances, encodeAllowances } from './allowance-coding.ts'

const party = (digit: number): Address => `0x${String(digit).repeat(40)}`
const [USDC, WETH, CAGE, ROUTER] = [party(1), party(2), party(3), party(4)]

test('every party is written once, every allowance as three places', () => {
  expect(
    encodeAllowances([
      { token: USDC, owner: CAGE, spender: ROUTER },
      { token: WETH, owner: CAGE, spender: ROUTER },
      { token: WETH, owner: ROUTER, spender: CAGE },
    ]),
  ).toEqual({
    parties: [USDC, CAGE, ROUTER, WETH],
    allowances: '0x000000010002000300010002000300020001',
  })
  expect(encodeAllowances([])).toEqual({ parties: [], allowances: '0x' })
})

test('places that six bytes cannot name are refused, not mistaken', () => {
  const queries = Array.from({ length: 65_537 }, (_, index) => {
    const token: Address = `0x${index.toString(16).padStart(40, '0')}`
    return { token, owner: token, spender: token }
  })
  expect(() => encodeAllowances(queries)).toThrow('65536')
})

test('what does not answer, is unknown or is left out is undefined, never zero', () => {
  expect(decodeAllowances('0x020001020302', [7n, 9n])).toEqual([7n, undefined, 0n, 9n, undefined, undefined])
  expect(decodeAllowances('0x', [])).toEqual([])
})
