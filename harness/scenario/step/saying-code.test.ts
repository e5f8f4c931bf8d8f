import { decodeAbiParameters, hexToNumber, size, slice } from 'viem'
import { expect, test } from 'vitest'
import { problemsOfSteps } from '../fixtures/parse.ts'
import { writeSayingCode } from './saying-code.ts'

test.each([
  '',
  'Plain Coin',
  'a text of more than thirty-two bytes, and so of two words',
  'ü'.repeat(400),
])('default: what follows the instructions is the text %j, and they copy and return all of it', (text) => {
  const code = writeSayingCode(text)
  const offset = hexToNumber(slice(code, 4, 5))
  const answer = slice(code, offset)
  expect(decodeAbiParameters([{ type: 'string' }], answer)).toEqual([text])
  for (const at of [1, 9]) expect(hexToNumber(slice(code, at, at + 2))).toBe(size(answer))
})

test('error: a text that no contract can hold', () => {
  expect(() => writeSayingCode('x'.repeat(60_001))).toThrow(RangeError)
})

test.each(['{ at: USDC }', '{ at: USDC, set: "0x00", says: hello }'])('error: code %s', (code) => {
  expect(problemsOfSteps(`  - code: ${code}\n`)).toContain('expected either set or says')
})
