import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { readHoldings } from '../../core/position-keeper.ts'
import { ALL_ACTIONS } from '../../profiles/generated/registry.ts'
import { BASE } from './base.ts'
import { createKeeper } from './unwind.ts'

const CAGE = '0x00000000000000000000000000000000000000c1'
const READER = '0x00000000000000000000000000000000000000b1'
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'uniswap-v4': BASE.addresses[1] },
}
const key = (id: number) => numberToHex(id, { size: 32 })

/** A cage that counts a position, one that was emptied, and one of another protocol. */
const CHAIN = {
  readContract: async ({ functionName }: { functionName: string }) =>
    functionName === 'codeOf'
      ? [CAGE, READER]
      : [
          { reader: READER, key: key(7), lots: [{ units: 5n }] },
          { reader: READER, key: key(8), lots: [{ units: 0n }] },
          { reader: CAGE, key: key(9), lots: [{ units: 5n }] },
        ],
} as unknown as Pick<ChainReader, 'readContract'>

test('I57: a position that a cage holds is ended in one step', async () => {
  const open = await createKeeper(BOOK)?.listOpen(CHAIN, CAGE, await readHoldings(CHAIN, CAGE))
  expect(open).toEqual([
    {
      positionId: '7',
      counted: { reader: READER, key: key(7) },
      steps: [{ kind: 'close-v4-liquidity', params: { positionId: '7' } }],
    },
  ])
  expect(ALL_ACTIONS.map(({ kind }) => kind.kind)).toContain('close-v4-liquidity')
})

test('behavior: where it is not deployed there is none', () =>
  expect(createKeeper({ ...BOOK, protocols: {} })).toBeUndefined())
