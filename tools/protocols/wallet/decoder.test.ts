import fc from 'fast-check'
import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { DECODER } from './decoder.ts'

const to = getAddress(`0x${'7'.repeat(40)}`)
const scope = {
  account: getAddress(`0x${'5'.repeat(40)}`),
  book: { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: {} },
}

test('behavior: value without data is an outflow to the target', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), (valueWei) => {
      expect(DECODER.decode({ to, valueWei, data: '0x' }, scope)).toMatchObject({
        outflows: [{ token: NATIVE_TOKEN, amountBaseUnits: valueWei }],
        recipients: [to],
      })
    }),
  )
})

test('behavior: calls with data and empty calls are not its business', () => {
  expect(DECODER.decode({ to, valueWei: 1n, data: '0x00' }, scope)).toBeUndefined()
  expect(DECODER.decode({ to, valueWei: 0n, data: '0x' }, scope)).toBeUndefined()
})
