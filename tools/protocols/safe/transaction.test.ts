import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { describeOwnTransaction, describeTransaction, GAS_OVERHEAD, listArguments } from './transaction.ts'

const [SAFE, CAGE] = ['10', '22'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address]
const PLAIN = {
  operation: 0,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
}

test('I13 I15: owners sign a plain call of the very Safe on the very chain, at a nonce, without value or refund', () => {
  const terms = { gasLimit: GAS_OVERHEAD + 300_000n, nonce: 7n }
  const typed = describeTransaction({ chainId: 10, address: SAFE }, { to: CAGE, data: '0x1234' }, terms)
  expect(typed.domain).toEqual({ chainId: 10, verifyingContract: SAFE })
  expect(typed.message).toEqual({
    ...PLAIN,
    to: CAGE,
    value: 0n,
    data: '0x1234',
    // A promise uses the nonce up where the call fails; what is not promised pays for the Safe's own work.
    safeTxGas: 200_000n,
    nonce: 7n,
  })
})

test('behavior: a call of the owners’ own carries its value, and reverts whole where it fails', () => {
  const call = { to: CAGE, valueWei: 5n, data: '0x' } as const
  const { message } = describeOwnTransaction({ chainId: 1, address: SAFE }, { call, nonce: 3n })
  expect(message).toEqual({ ...PLAIN, to: CAGE, value: 5n, data: '0x', safeTxGas: 0n, nonce: 3n })
})

test('I15: what is sent is what was signed, in the order of `execTransaction`', () => {
  const call = { to: CAGE, valueWei: 5n, data: '0x12' } as const
  const typed = describeOwnTransaction({ chainId: 1, address: SAFE }, { call, nonce: 3n })
  expect(listArguments({ ...typed, message: { ...typed.message, safeTxGas: 9n } }, '0xaa')).toEqual([
    ...[CAGE, 5n, '0x12', 0, 9n, 0n, 0n, zeroAddress, zeroAddress],
    '0xaa',
  ])
})
