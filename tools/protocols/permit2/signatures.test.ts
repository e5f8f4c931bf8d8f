import { type Address, decodeFunctionData, getAddress } from 'viem'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import type { Json } from '../../core/json.ts'
import { permit2Abi as abi } from './abi.ts'
import { SIGNATURES } from './signatures.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [signer, usdc, weth, spender, contract] = [at('a'), at('c'), at('d'), at('e'), at('5')] as const

type Known = 'PermitSingle' | 'PermitBatch' | 'PermitTransferFrom' | 'PermitBatchWitnessTransferFrom'

const readerOf = (name: Known) => SIGNATURES.find(({ type }) => type.startsWith(`${name}(`))

const livenessOf = (name: Known, message: Readonly<Record<string, Json>>) =>
  readerOf(name)?.findLiveness({
    contract,
    signer,
    typedData: {
      domain: { name: 'Permit2', chainId: 1, verifyingContract: contract },
      primaryType: name,
      types: {},
      message,
    },
  })

/** A node on which the next nonces of tokens are these, and nonces of the bitmap are used up by word. */
const standing = (nonces: Readonly<Record<Address, number>>, words: Readonly<Record<string, bigint>> = {}) =>
  ({
    readContract: async ({
      functionName,
      args,
    }: {
      readonly functionName: string
      readonly args: readonly [Address, Address | bigint, Address]
    }) => {
      expect(args[0]).toBe(signer)
      if (functionName === 'nonceBitmap') return words[String(args[1])] ?? 0n
      expect(args[2]).toBe(spender)
      return [0n, 0, nonces[args[1] as Address] ?? 0]
    },
  }) as unknown as Pick<ChainReader, 'readContract'>

const details = (token: Address, nonce: string, more: object = {}) => ({
  token,
  amount: '7',
  expiration: '900',
  nonce,
  ...more,
})

test.each([
  ['500', '900', 900n],
  ['900', '500', 900n],
])('I4: a permit until %s of an allowance until %s can be used until %d', (sigDeadline, expiration, until) => {
  const read = readerOf('PermitSingle')?.read(
    { details: details(usdc, '3', { expiration }), spender, sigDeadline },
    contract,
  )
  expect(read?.authorities).toEqual([{ token: usdc, spender, amountBaseUnits: 7n, untilSeconds: until }])
})

test('I5: a batch is read as a whole, and so is one with a witness', () => {
  const batch = readerOf('PermitBatch')?.read(
    { details: [details(usdc, '3'), details(weth, '0')], spender, sigDeadline: '500' },
    contract,
  )
  expect(batch?.authorities.map(({ token }) => token)).toEqual([usdc, weth])
  const transfers = readerOf('PermitBatchWitnessTransferFrom')?.read(
    {
      permitted: [
        { token: usdc, amount: '7' },
        { token: weth, amount: '8' },
      ],
      spender,
      nonce: '0',
      deadline: '500',
      witness: {},
    },
    contract,
  )
  expect(transfers?.authorities).toEqual([
    { token: usdc, spender, amountBaseUnits: 7n, untilSeconds: 500n },
    { token: weth, spender, amountBaseUnits: 8n, untilSeconds: 500n },
  ])
})

test.each([
  [2, false],
  // The nonce of an allowance is the next one that is taken.
  [3, false],
  [4, true],
])('I48: a permit with nonce 3 where %d comes next: dead %s', async (next, expected) => {
  const liveness = livenessOf('PermitSingle', { details: details(usdc, '3'), spender, sigDeadline: '500' })
  expect(await liveness?.isDead(standing({ [usdc]: next }))).toBe(expected)
})

test.each([
  ['none', {}, false],
  ['the first', { [usdc]: 4 }, true],
  ['the last', { [weth]: 1 }, true],
])('I57: a batch of which another permit used up the nonce of %s', async (_, nonces, expected) => {
  const liveness = livenessOf('PermitBatch', {
    details: [details(usdc, '3'), details(weth, '0')],
    spender,
    sigDeadline: '500',
  })
  expect(await liveness?.isDead(standing(nonces))).toBe(expected)
})

test('I57: a batch of nothing is dead', async () => {
  const liveness = livenessOf('PermitBatch', { details: [], spender, sigDeadline: '500' })
  expect(await liveness?.isDead(standing({}))).toBe(true)
})

test('I48: a permit ends by one more than its own nonce, each of a batch', () => {
  const liveness = livenessOf('PermitBatch', {
    details: [details(usdc, '3'), details(weth, '0')],
    spender,
    sigDeadline: '500',
  })
  expect(liveness?.cancel.map(({ to, data }) => [to, decodeFunctionData({ abi, data })])).toEqual([
    [contract, { functionName: 'invalidateNonces', args: [usdc, spender, 4] }],
    [contract, { functionName: 'invalidateNonces', args: [weth, spender, 1] }],
  ])
})

test.each([
  ['255', '0', 1n << 255n],
  ['256', '1', 1n],
])('I48: a transfer with nonce %s is known, and ended, by its bit of word %s', async (nonce, word, mask) => {
  const liveness = livenessOf('PermitTransferFrom', {
    permitted: { token: usdc, amount: '7' },
    spender,
    nonce,
    deadline: '500',
  })
  expect(await liveness?.isDead(standing({}, { [word]: mask }))).toBe(true)
  const others = (2n ** 256n - 1n) ^ mask
  expect(await liveness?.isDead(standing({}, { [word]: others }))).toBe(false)
  const [call] = liveness?.cancel ?? []
  expect(call?.to).toBe(contract)
  expect(decodeFunctionData({ abi, data: call?.data ?? '0x' })).toEqual({
    functionName: 'invalidateUnorderedNonces',
    args: [BigInt(word), mask],
  })
})
