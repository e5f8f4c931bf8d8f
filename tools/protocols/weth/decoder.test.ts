import fc from 'fast-check'
import { encodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { wethAbi } from './abi.ts'
import { DECODER } from './decoder.ts'

const weth9 = getAddress(`0x${'1'.repeat(40)}`)
const scope = {
  account: getAddress(`0x${'5'.repeat(40)}`),
  book: { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: { weth9 } },
}
const deposit = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('behavior: wrapping costs the value, unwrapping the amount', () => {
  fc.assert(
    fc.property(amount, (amountBaseUnits) => {
      expect(
        DECODER.decode({ to: weth9, valueWei: amountBaseUnits, data: deposit }, scope)?.outflows,
      ).toEqual([{ token: NATIVE_TOKEN, amountBaseUnits }])
      const data = encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amountBaseUnits] })
      expect(DECODER.decode({ to: weth9, valueWei: 0n, data }, scope)?.outflows).toEqual([
        { token: weth9, amountBaseUnits },
      ])
      expect(DECODER.decode({ to: weth9, valueWei: 1n, data }, scope)).toBeUndefined()
    }),
  )
})

test('behavior: other targets and trailing bytes are not understood', () => {
  expect(DECODER.decode({ to: scope.account, valueWei: 1n, data: deposit }, scope)).toBeUndefined()
  expect(DECODER.decode({ to: weth9, valueWei: 1n, data: `${deposit}00` }, scope)).toBeUndefined()
})
