import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TESTBEDS } from '../../harness/protocols/generated/testbeds.ts'
import { ALL_PROTOCOLS } from '../../tools/profiles/generated/registry.ts'

test.each(ALL_PROTOCOLS)('behavior: $id goes by the name of its folder, and has a title', ({
  id,
  base,
  title,
}) => {
  expect(base.id).toBe(id)
  expect(title).not.toBe('')
})

test.each(
  ALL_PROTOCOLS.filter(({ base }) => Object.keys(base.addresses).length > 0),
)('behavior: $id, which has contracts of its own, has a testbed that deploys them', ({ id }) => {
  expect(Object.keys(TESTBEDS)).toContain(id)
})

const ROOT = join(import.meta.dirname, '../..')

/** Names that stand for more than the protocol that goes by them. */
const ORDINARY: Readonly<Record<string, string>> = {
  aggregator: 'what price feeds are called',
  authority: 'an ordinary word',
  bootstrap: 'a category of tools',
  'blanket authority': 'an ordinary phrase',
  chain: 'the chain is no protocol to the layers below',
  'the chain itself': 'an ordinary phrase',
  erc20: 'a standard',
  'erc-20': 'a standard',
  multicall3: "the book's way to read much in one request",
  'policy-cage': 'the own contract, and a layer',
  policycage: 'the own contract',
  'safety-core': 'the safety layer itself',
  'the safety layer': 'the safety layer itself',
  'smart-account': 'an ordinary phrase',
  'smart accounts': 'an ordinary phrase',
  wallet: 'an ordinary word',
  weth: 'a token symbol',
}

/** Rooms that hold what all protocols share. */
const COMMON_ROOMS = [
  ...['core', 'kit', 'safety', 'agent', 'devtools'].map((room) => `tools/${room}`),
  ...['chain', 'guardian', 'oracle', 'schedule', 'stage', 'world'].map((room) => `harness/${room}`),
  ...['attack', 'cli', 'coverage', 'fuzz', 'mutate', 'property', 'record', 'scenario', 'vocabulary'].map(
    (room) => `harness/${room}`,
  ),
]

/** Files of the common rooms, as they are written by hand. */
const listCommonFiles = () =>
  COMMON_ROOMS.flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.(test(-d)?|cases)\.ts$/.test(file))
      .filter((file) => !/generated|fixtures/.test(file))
      .map((file) => join(room, file)),
  )

/** Match a name however its words are joined, and its first word where that one is a name of its own. */
const toPattern = (name: string) => {
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  return new RegExp(`(?<![a-z])${words.join('[^a-z0-9]?')}(?![a-z0-9])`, 'i')
}

/** The largest exact number has a name of JavaScript's own. */
const LARGEST_NUMBER = /Number\.MAX_SAFE_INTEGER/g

const findNames = (text: string) =>
  ALL_PROTOCOLS.flatMap(({ id, title }) => [id, title])
    .flatMap((name) => [name, name.replace(/[- ]v\d+$/i, '')])
    .filter((name) => !Object.hasOwn(ORDINARY, name.toLowerCase()))
    .filter((name) => toPattern(name).test(text.replace(LARGEST_NUMBER, '')))

test('behavior: no common room names a protocol: what is known of one stands in its folder', () => {
  const named = listCommonFiles().flatMap((file) => {
    const names = findNames(readFileSync(join(ROOT, file), 'utf8'))
    return names.length === 0 ? [] : [`${file}: ${[...new Set(names)].join(', ')}`]
  })
  expect(named).toEqual([])
})

test.each([
  "const manager = book.protocols['uniswap-v3']",
  'uniswap_get_quote',
  'via: permit2',
  'an order of CoW Protocol',
  "the Safe's owners",
  'SAFE_THRESHOLD',
  'by the design of WETH9',
])('behavior: %s is noticed', (text) => expect(findNames(text)).not.toEqual([]))
