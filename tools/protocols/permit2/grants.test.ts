import { type Address, decodeFunctionData, getAddress, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../core/chain.ts'
import { permit2Abi } from './abi.ts'
import { createPermit2Grants } from './grants.ts'

const at = (digit: string): Address => getAddress(`0x${digit.repeat(40)}`)
const [cage, operator, usdc, weth] = [at('a'), at('b'), at('c'), at('d')] as const
const [router, permit2] = [at('1'), at('2')] as const
const BOOK = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { permit2: { permit2, permitSingleScheme: permit2 } },
} as const
const keeper = createPermit2Grants(BOOK)

const answering = (answer: (args: readonly unknown[]) => unknown) =>
  ({
    readContract: async ({ args }: { args: readonly unknown[] }) => answer(args),
  }) as unknown as ChainReader

const decode = (call: { readonly data: `0x${string}` }) =>
  decodeFunctionData({ abi: permit2Abi, data: call.data })

test('I48: what lives is locked for each owner in one item, after the nonces of what was signed for it', async () => {
  const candidates = [
    { token: usdc, spender: router, owner: cage, keeper: permit2 },
    { token: weth, spender: router, owner: cage, keeper: permit2 },
    { token: weth, spender: router, owner: operator, keeper: permit2 },
  ]
  const chain = answering(([owner, token]) => [owner === cage && token === usdc ? 0n : 5n, 9, 3])
  const live = await keeper?.readLive(chain, candidates)
  expect(live?.grants).toEqual(candidates.slice(1))
  expect(live?.revocations.map(({ owner }) => owner)).toEqual([cage, operator])
  for (const { item, calls } of live?.revocations ?? []) {
    expect(item).toBe('invalidate Permit2 nonces and lock its allowances')
    expect(calls.map(decode)).toEqual([
      { functionName: 'invalidateNonces', args: [weth, router, 4] },
      { functionName: 'lockdown', args: [[{ token: weth, spender: router }]] },
    ])
  }
})

test('behavior: unordered nonces are used up once', async () => {
  const [call] =
    (await keeper?.precaution?.plan(
      answering(() => 1n),
      cage,
    )) ?? []
  expect(call && decode(call)).toEqual({ functionName: 'invalidateUnorderedNonces', args: [0n, maxUint256] })
  expect(
    await keeper?.precaution?.plan(
      answering(() => maxUint256),
      cage,
    ),
  ).toEqual([])
})

test('behavior: where it is not deployed it keeps nothing', () =>
  expect(createPermit2Grants({ ...BOOK, protocols: {} })).toBeUndefined())
