import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { keyAccount } from './key-account.ts'
import { ACTORS } from './world/actors.ts'

const { privateKey } = ACTORS.operator
const mine = keyAccount(privateKey)
const viems = privateKeyToAccount(privateKey)

test('behavior: signs as the account of viem does', async () => {
  const hash = `0x${'5a'.repeat(32)}` as const
  const typed = {
    domain: { name: 'Assay', chainId: 1 },
    types: { Word: [{ name: 'text', type: 'string' }] },
    primaryType: 'Word',
    message: { text: 'yes' },
  } as const
  const transaction = {
    chainId: 1,
    nonce: 3,
    to: ACTORS.lp.address,
    value: 7n,
    gas: 21_000n,
    gasPrice: 5n,
  } as const
  expect(mine.address).toBe(viems.address)
  for (const [got, expected] of [
    [mine.sign({ hash }), viems.sign({ hash })],
    [mine.signMessage({ message: 'hello' }), viems.signMessage({ message: 'hello' })],
    [mine.signTypedData(typed), viems.signTypedData(typed)],
    [mine.signTransaction(transaction), viems.signTransaction(transaction)],
    [
      mine.signTransaction({ ...transaction, gasPrice: undefined, maxFeePerGas: 9n, type: 'eip1559' }),
      viems.signTransaction({ ...transaction, gasPrice: undefined, maxFeePerGas: 9n, type: 'eip1559' }),
    ],
  ]) {
    expect(await got).toBe(await expected)
  }
})

test('error: what is no key', () => {
  expect(() => keyAccount('0x00')).toThrow()
})
