import { encodeErrorResult, type Hex, parseAbi, RawContractError } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { createKeeper } from './unwind.ts'

const [CAGE, VAULT, READER, POOL, WETH, DAI, STUCK] = ['c1', 'a1', 'b1', 'd1', '01', '02', '03'].map(
  (byte) => `0x${byte.repeat(20)}` as const,
) as [Hex, Hex, Hex, Hex, Hex, Hex, Hex]
const POOL_ID: Hex = `${POOL}${'00'.repeat(12)}`
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [{ symbol: 'DAI', name: 'Dai', address: DAI, decimals: 18 }],
  protocols: {
    'balancer-v2': {
      vault: VAULT,
      queries: VAULT,
      weightedFactory: VAULT,
      weightedPool: VAULT,
      stablePool: VAULT,
    },
  },
}
/** What viem throws where a call reverts. */
const REVERTED = new RawContractError({
  data: encodeErrorResult({ abi: parseAbi(['error Error(string reason)']), args: ['paused'] }),
})

/** How a pool of shares of its own, WETH and DAI is left where the two answer so to a transfer. */
async function stepsFor(weth: () => boolean, dai: () => boolean, others: readonly Hex[] = []) {
  const chain = {
    readContract: async (asked: { readonly address: Hex; readonly functionName: string }) => {
      if (asked.functionName === 'codeOf') return [CAGE, READER]
      if (asked.functionName === 'getPoolTokens') {
        const tokens = [POOL, WETH, DAI, ...others]
        return [tokens, tokens.map(() => 9n), 0n]
      }
      if (asked.address === POOL || asked.address === STUCK) throw REVERTED
      return asked.address === WETH ? weth() : dai()
    },
  } as unknown as Pick<ChainReader, 'readContract'>
  const held = { reader: READER, key: POOL_ID, lots: [{ units: 1n, legs: [] }] } as never
  return (await createKeeper(BOOK)?.listOpen(chain, CAGE, [held]))?.[0]?.steps
}
const fail = (cause: Error) => () => {
  throw cause
}
const exit = (token?: Hex) => [
  token === undefined
    ? { kind: 'exit-pool', params: { poolId: POOL_ID, shareBps: 10_000 } }
    : { kind: 'exit-pool-single', params: { poolId: POOL_ID, shareBps: 10_000, token } },
]
const pays = () => true

test('I57: a pool is left into the token that can be paid where another one cannot', async () => {
  expect(await stepsFor(fail(REVERTED), pays)).toEqual(exit(DAI))
  expect(await stepsFor(pays, fail(REVERTED))).toEqual(exit(WETH))
  expect(await stepsFor(pays, () => false)).toEqual(exit(WETH))
})

test('I57: of several that can be paid it is one that the book knows', async () => {
  expect(await stepsFor(pays, pays, [STUCK])).toEqual(exit(DAI))
})

test('I57: and into all of them where all can, none can, or a node does not say', async () => {
  expect(await stepsFor(pays, pays)).toEqual(exit())
  expect(await stepsFor(fail(REVERTED), fail(REVERTED))).toEqual(exit())
  expect(await stepsFor(pays, fail(new Error('header not found')))).toEqual(exit())
})
