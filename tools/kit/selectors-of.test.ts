import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { selectorsOf } from './selectors-of.ts'

const abi = parseAbi([
  'struct Pair { address a; uint256 b; }',
  'event Moved(address to)',
  'function move(address to)',
  'function move(address to, bytes data)',
  'function set(Pair pair)',
])
const [MOVE, MOVE_WITH_DATA, SET] = ['0x23cadd34', '0x2295a008', '0xc4070aff']

test('default: all functions, and those of a name', () => {
  expect(selectorsOf(abi)).toEqual([MOVE, MOVE_WITH_DATA, SET])
  expect(selectorsOf(abi, ['move'])).toEqual([MOVE, MOVE_WITH_DATA])
})

test('behavior: a whole signature names one of them alone', () => {
  expect(selectorsOf(abi, ['move(address,bytes)'])).toEqual([MOVE_WITH_DATA])
  expect(selectorsOf(abi, ['set((address,uint256))', 'move(address)'])).toEqual([MOVE, SET])
})

test('error: RangeError for what is no function of it', () => {
  for (const name of ['Moved', 'mov', 'move(address,uint256)']) {
    expect(() => selectorsOf(abi, [name])).toThrow(RangeError)
  }
})
