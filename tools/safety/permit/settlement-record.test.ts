import { describe, expect, test } from 'vitest'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import { priceGas } from './settlement-record.ts'

const RESERVED = 5_000_000n

/** Price gas by what was kept with its permit. */
function priceOf(gasUsed: bigint, effectiveGasPrice: bigint, kept: object): bigint {
  const receipt = { gasUsed, effectiveGasPrice } as Parameters<typeof priceGas>[0]
  return priceGas(receipt, buildPermitRow({ settlement: JSON.stringify(kept) }), RESERVED)
}

describe('I8: gas is never priced below what it cost', () => {
  test.each([
    {
      of: 'what comes out even',
      gas: 10n ** 9n,
      price: 10n ** 9n,
      ether: '2500000000',
      usdc: 2_500_000_000n,
    },
    { of: 'the least part of a unit', gas: 1n, price: 1n, ether: '1', usdc: 1n },
    { of: 'a unit but for the least part', gas: 10n ** 18n - 1n, price: 1n, ether: '1', usdc: 1n },
    { of: 'a unit and the least part', gas: 10n ** 18n + 1n, price: 1n, ether: '1', usdc: 2n },
  ])('$of', ({ gas, price, ether, usdc }) => expect(priceOf(gas, price, { usdcPerEther: ether })).toBe(usdc))

  test('without a price all that was reserved is gone', () => expect(priceOf(21_000n, 1n, {})).toBe(RESERVED))
})
