import { type Address, decodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import { seaportAbi as abi } from './base.ts'
import { SIGNATURES } from './signatures.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [signer, contract] = [at('a'), at('6')] as const

const answering = (answer: bigint) =>
  ({ readContract: async () => answer }) as unknown as Pick<ChainReader, 'readContract'>

test('I48: orders end with the counter of the account that offers', async () => {
  const liveness = SIGNATURES[0]?.findLiveness({
    contract,
    signer,
    typedData: {
      domain: { name: 'Seaport', version: '1.6', chainId: 1, verifyingContract: contract },
      primaryType: 'OrderComponents',
      types: {},
      message: { offerer: signer, counter: '3' },
    },
  })
  expect(await liveness?.isDead(answering(3n))).toBe(false)
  expect(await liveness?.isDead(answering(4n))).toBe(true)
  expect(
    liveness?.cancel.map(({ to, data }) => [to, decodeFunctionData({ abi, data }).functionName]),
  ).toEqual([[contract, 'incrementCounter']])
})

const item = (amounts: readonly [string, string], more: object) => ({
  itemType: '1',
  token: at('c'),
  identifierOrCriteria: '0',
  startAmount: amounts[0],
  endAmount: amounts[1],
  ...more,
})

test('I5 I61: an order may take the larger of its amounts, and pays whom its consideration names', () => {
  const read = SIGNATURES[0]?.read(
    {
      offerer: signer,
      offer: [item(['5', '7'], {}), item(['9', '8'], {})],
      consideration: [item(['1', '1'], { recipient: at('b') }), item(['1', '1'], { recipient: signer })],
      endTime: '1000',
    },
    contract,
  )
  expect(read?.owner).toBe(signer)
  const common = { token: at('c'), spender: contract, recipients: [at('b'), signer], untilSeconds: 1_000n }
  expect(read?.authorities).toEqual([
    { ...common, amountBaseUnits: 7n },
    { ...common, amountBaseUnits: 9n },
  ])
})
