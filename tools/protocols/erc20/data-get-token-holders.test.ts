import { type Address, getAddress, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { ToolContext } from '../../core/context.ts'
import type { ReadTool } from '../../core/tool-def.ts'
import { TOOL_DEF } from './data-get-token-holders.ts'

const at = (index: number): Address => getAddress(numberToHex(index, { size: 20 }))
const [token, vault, account] = [at(1), at(2), at(3)]

/** A context in whose last blocks so many accounts got one each of a token, most of which a listed contract has. */
const createContext = (movedCount: number) =>
  ({
    account,
    book: {
      chainId: 1,
      nativeSymbol: 'ETH',
      tokens: [{ symbol: 'A', name: 'A', address: token, decimals: 18 }],
      multicall: at(9),
      protocols: { vaults: { vault } },
    },
    chain: {
      getBlockNumber: async () => 100n,
      getLogs: async () =>
        Array.from({ length: movedCount }, (_, index) => ({ args: { from: at(4), to: at(1_000 + index) } })),
      multicall: async ({ contracts }: { contracts: { args?: readonly [Address] }[] }) =>
        contracts.map(({ args: [of] = [undefined] }) => ({
          result: of === undefined ? 1_000_000n : of === vault ? 900_000n : of === account ? 90_000n : 1n,
        })),
    },
    step: () => {},
  }) as unknown as ToolContext

test('behavior: however many moved it, the account and the contracts that are known are looked at', async () => {
  const read = await (TOOL_DEF as ReadTool).read({ token: 'A' }, createContext(5_000))
  expect(read).toMatchObject({ checkedAccounts: 1_000, holderCount: 1_000 })
  expect(read).toHaveProperty('holders.0.account', vault)
  expect(read).toHaveProperty('holders.1.account', account)
})
