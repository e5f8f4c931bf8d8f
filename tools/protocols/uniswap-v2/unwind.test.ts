import { pad } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { readHoldings } from '../../core/position-keeper.ts'
import { ALL_ACTIONS } from '../../profiles/generated/registry.ts'
import { BASE } from './base.ts'
import { createKeeper } from './unwind.ts'

const CAGE = '0x00000000000000000000000000000000000000c1'
const READER = '0x00000000000000000000000000000000000000b1'
const PAIR = '0x00000000000000000000000000000000000000e1'
const EMPTY = '0x00000000000000000000000000000000000000e2'
const [FIRST, SECOND] = [
  '0x0000000000000000000000000000000000000011',
  '0x0000000000000000000000000000000000000022',
]
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'uniswap-v2': BASE.addresses[1] },
}

/** A cage that counts liquidity of one pair, none any more of another, and a position of another protocol. */
const CHAIN = {
  readContract: async ({ functionName }: { functionName: string }) => {
    if (functionName === 'codeOf') return [CAGE, READER]
    if (functionName === 'token0') return FIRST
    if (functionName === 'token1') return SECOND
    return [
      { reader: READER, key: pad(PAIR), lots: [{ units: 5n }] },
      { reader: READER, key: pad(EMPTY), lots: [{ units: 0n }] },
      { reader: CAGE, key: pad(PAIR), lots: [{ units: 5n }] },
    ]
  },
} as unknown as Pick<ChainReader, 'readContract'>

test('I57: liquidity that a cage holds is taken out in one step, all of it', async () => {
  const open = await createKeeper(BOOK)?.listOpen(CHAIN, CAGE, await readHoldings(CHAIN, CAGE))
  expect(open).toEqual([
    {
      positionId: PAIR,
      counted: { reader: READER, key: pad(PAIR) },
      steps: [{ kind: 'remove-pair-liquidity', params: { tokenA: FIRST, tokenB: SECOND, shareBps: 10_000 } }],
    },
  ])
  expect(ALL_ACTIONS.map(({ kind }) => kind.kind)).toContain('remove-pair-liquidity')
})

test('behavior: where it is not deployed there is none', () =>
  expect(createKeeper({ ...BOOK, protocols: {} })).toBeUndefined())
