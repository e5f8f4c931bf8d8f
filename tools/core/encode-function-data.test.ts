import * as fc from 'fast-check'
import { type Address, erc20Abi, parseAbi, encodeFunctionData as viemsOwn } from 'viem'
import { describe, expect, test } from 'vitest'
import { encodeFunctionData } from './encode-function-data.ts'

const OVERLOADED = parseAbi([
  'function set(uint256)',
  'function set(address)',
  'function get() view returns (uint256)',
])

describe('encodeFunctionData', () => {
  test('behavior: encodes as viem does, the first time and again', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((bytes): Address => `0x${Buffer.from(bytes).toString('hex')}`)
    fc.assert(
      fc.property(address, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (to, amount) => {
        const call = { abi: erc20Abi, functionName: 'transfer', args: [to, amount] } as const
        expect(encodeFunctionData(call)).toBe(viemsOwn(call))
      }),
    )
  })

  test('behavior: arguments tell overloaded functions apart', () => {
    for (const args of [[1n], ['0x00000000000000000000000000000000000000AA']] as const) {
      const call = { abi: OVERLOADED, functionName: 'set', args } as never
      expect(encodeFunctionData(call)).toBe(viemsOwn(call))
    }
    const get = { abi: OVERLOADED, functionName: 'get' } as const
    expect(encodeFunctionData(get)).toBe(viemsOwn(get))
  })

  test('behavior: a function that is not there is refused as viem does', () => {
    const call = { abi: erc20Abi, functionName: 'mint' } as never
    expect(() => encodeFunctionData(call)).toThrow('Function "mint" not found on ABI')
  })
})
