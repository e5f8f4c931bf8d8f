import { type Address, concatHex, encodeErrorResult, type Hex, numberToHex, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { collectInterfaces } from './interfaces.ts'

const TOKEN: Address = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const abi = parseAbi([
  'error Error(string reason)',
  'error WrappedError(address target, bytes4 selector, bytes reason, bytes details)',
])
const { explainRevert } = collectInterfaces([], {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: {},
})

/** What a contract says that wraps a reason so often, put together from the inside. */
function wrap(reason: Hex, times: number): Hex {
  const empty = encodeErrorResult({
    abi,
    errorName: 'WrappedError',
    args: [TOKEN, '0xa9059cbb', '0x', '0x'],
  })
  const head = empty.slice(0, 2 + 8 + 128) as Hex
  const word = (value: number) => numberToHex(value, { size: 32 })
  let wrapped = reason
  for (let time = 0; time < times; time += 1) {
    const length = (wrapped.length - 2) / 2
    const padding = `0x${'00'.repeat((32 - (length % 32)) % 32)}` as const
    const details = 160 + length + padding.length / 2 - 1
    wrapped = concatHex([head, word(128), word(details), word(length), wrapped, padding, word(0)])
  }
  return wrapped
}

const said = (reason: string) => encodeErrorResult({ abi, errorName: 'Error', args: [reason] })

test('default: what is wrapped is told with who said it', () => {
  expect(explainRevert(wrap(said('not yet'), 2))).toBe(`${TOKEN} refused: ${TOKEN} refused: not yet`)
})

test('behavior: what is wrapped without end is told as far as the first few', () => {
  const told = explainRevert(wrap(said('not yet'), 400))
  expect(told).toBe(`${`${TOKEN} refused: `.repeat(5)}see its trace`)
})

test('behavior: a reason of any length is told in one line that ends', () => {
  const told = explainRevert(said(`pay\nfirst${' and then'.repeat(100_000)}`))
  expect(told).toMatch(/^pay first and then .+…$/)
  expect(told.length).toBeLessThanOrEqual(1_001)
})
