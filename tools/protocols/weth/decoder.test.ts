import fc from 'fast-check'
import { encodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { wethAbi } from './abi.ts'
import { PROTOCOL } from './protocol.ts'

const weth9 = getAddress(`0x${'1'.repeat(40)}`)
const account = getAddress(`0x${'5'.repeat(40)}`)
const book = { chainId: 1, nativeSymbol: 'ETH', tokens: [], protocols: { weth: { weth: weth9 } } }
const decoders = indexDecoders([PROTOCOL], book)
const deposit = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' })
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

test('behavior: wrapping costs the value, unwrapping the amount', () => {
  fc.assert(
    fc.property(amount, (amountBaseUnits) => {
      expect(
        decoders.decode({ to: weth9, valueWei: amountBaseUnits, data: deposit }, account)?.outflows,
      ).toEqual([{ token: NATIVE_TOKEN, amountBaseUnits }])
      const data = encodeFunctionData({ abi: wethAbi, functionName: 'withdraw', args: [amountBaseUnits] })
      expect(decoders.decode({ to: weth9, valueWei: 0n, data }, account)?.outflows).toEqual([
        { token: weth9, amountBaseUnits },
      ])
      expect(decoders.decode({ to: weth9, valueWei: 1n, data }, account)).toBeUndefined()
    }),
  )
})

test('behavior: other targets and trailing bytes are not understood', () => {
  expect(decoders.decode({ to: account, valueWei: 1n, data: deposit }, account)).toBeUndefined()
  expect(decoders.decode({ to: weth9, valueWei: 1n, data: `${deposit}00` }, account)).toBeUndefined()
})
