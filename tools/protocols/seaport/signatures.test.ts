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
