import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { findAnvil } from '../../harness/cli/find-anvil.ts'
import { STATE_DIR } from '../../harness/cli/paths.ts'
import { buildOrigin } from '../../harness/world/origin.ts'
import { readText } from '../../harness/world/origin-at-rest.ts'
import { CHAIN_NAMES, ORIGIN_CHAINS } from '../../harness/world/origin-chains.ts'

interface Genesis {
  readonly alloc: Readonly<Record<string, { readonly code?: Hex }>>
}

const buildOf = (chain: (typeof CHAIN_NAMES)[number]) =>
  buildOrigin({ stateDir: STATE_DIR, anvilBinary: findAnvil(undefined), chain })

describe.each(CHAIN_NAMES)('the origin of %s', (chain) => {
  test('behavior: has code at every address that its book names, each once', async () => {
    const { book, genesis } = await buildOf(chain)
    const { alloc } = JSON.parse(readText(genesis)) as Genesis
    const codes = new Map(Object.entries(alloc).map(([address, { code }]) => [address.toLowerCase(), code]))
    const named = [
      ...Object.entries(book.protocols).flatMap(([id, contracts]) =>
        Object.entries(contracts).map(([name, address]) => [`${id}.${name}`, address] as const),
      ),
      ...book.tokens.flatMap(({ symbol, address, feed, secondaryFeed }) =>
        [address, feed?.address, secondaryFeed?.address].flatMap((found) =>
          found ? [[symbol, found] as const] : [],
        ),
      ),
    ]
    const empty = named.filter(([, address]) => (codes.get(address.toLowerCase()) ?? '0x') === '0x')
    expect(empty).toEqual([])
    const tokens = book.tokens.flatMap(({ address, feed, secondaryFeed }) => [
      address,
      ...[feed, secondaryFeed].flatMap((found) => (found ? [found.address] : [])),
    ])
    expect(new Set(tokens).size).toBe(tokens.length)
    expect(book.chainId).toBe(ORIGIN_CHAINS[chain].chainId)
  })

  test('behavior: what is the same contract on every chain has the same code on it', async () => {
    const [own, ethereum] = await Promise.all([buildOf(chain), buildOf('ethereum')])
    const codeOf = ({ genesis, book }: typeof own, protocol: string, name: string) => {
      const address = book.protocols[protocol]?.[name]?.toLowerCase() ?? ''
      return (JSON.parse(readText(genesis)) as Genesis).alloc[address]?.code
    }
    for (const [protocol, name] of [
      ['multicall3', 'multicall3'],
      ['safe', 'singleton'],
      ['uniswap-v3', 'tickLens'],
    ] as const) {
      const code = codeOf(own, protocol, name)
      expect(code, `${protocol}.${name}`).toBeDefined()
      expect(code).toBe(codeOf(ethereum, protocol, name))
    }
  })
})
