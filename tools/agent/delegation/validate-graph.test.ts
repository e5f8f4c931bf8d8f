import { describe, expect, test } from 'vitest'
import type { Tool } from '../../core/tool-def.ts'
import { DEV_REGISTRY } from '../../profiles/dev.ts'
import { type Archetype, defineArchetype } from '../archetype.ts'
import { ALL_ARCHETYPES } from '../generated/archetypes.ts'
import { validateGraph } from './validate-graph.ts'

const CATALOGUE = [
  { name: 'look', category: 'data', capability: 'read', supportedChains: [1] },
  { name: 'swap', category: 'trading', capability: 'write', supportedChains: [1] },
  { name: 'recall', category: 'memory', capability: 'write', localPort: 'memory', supportedChains: [1] },
  { name: 'approve', category: 'wallet', capability: 'privileged', supportedChains: [1] },
] as unknown as Tool[]

const define = (name: string, delegatesTo: readonly string[], rest: Partial<Archetype> = {}): Archetype =>
  defineArchetype({
    name,
    area: 'Golem',
    purpose: '',
    prompt: '',
    tools: { profile: 'data' },
    delegatesTo,
    ...rest,
  })
const GUARDIAN = define('safety-guardian', [], { isTerminal: true })
const TRADER = { tools: { profile: 'trader' } }
const check =
  (...archetypes: readonly Archetype[]) =>
  () =>
    validateGraph([GUARDIAN, ...archetypes], CATALOGUE)

describe('the archetypes', () => {
  test('default', () => {
    expect(validateGraph(ALL_ARCHETYPES, DEV_REGISTRY.tools).size).toBe(22)
    expect(ALL_ARCHETYPES.filter(({ isTerminal }) => isTerminal).map(({ name }) => name)).toEqual([
      'heartbeat-monitor',
      'identity-verifier',
      'memory-consolidator',
      'pnl-analyst',
      'pool-researcher',
      'position-monitor',
      'risk-assessor',
      'safety-guardian',
      'sleepwalker-observer',
      'token-analyst',
      'vault-watchdog',
      'wallet-provisioner',
    ])
    expect(
      ALL_ARCHETYPES.filter(({ area }) => area === 'Development').flatMap(({ delegatesTo }) => delegatesTo),
    ).toEqual([])
  })

  test('behavior: the seeds name the edges of those who carry out', () => {
    const edgesOf = (name: string) => ALL_ARCHETYPES.find((archetype) => archetype.name === name)?.delegatesTo
    expect(edgesOf('trade-executor')).toEqual(['safety-guardian', 'risk-assessor'])
    expect(edgesOf('liquidity-manager')).toEqual(['safety-guardian', 'risk-assessor', 'pool-researcher'])
    expect(edgesOf('cross-chain-executor')).toEqual(['safety-guardian', 'risk-assessor', 'trade-executor'])
    expect(edgesOf('vault-manager')).toEqual(['safety-guardian', 'risk-assessor'])
    expect(edgesOf('vault-strategist')).toEqual(['pool-researcher', 'risk-assessor'])
  })
})

describe('the graph', () => {
  test('behavior: three hops are allowed, and writing under safety-guardian', () => {
    const chain = [define('a', ['b']), define('b', ['c']), define('c', ['safety-guardian'], TRADER)]
    expect(check(...chain)).not.toThrow()
  })

  test('behavior: what the owner approves and what stays local is no writing', () => {
    const keeper = define('keeper', [], { isTerminal: true, tools: { profile: 'learning' } })
    const provisioner = define('wallets', [], { isTerminal: true, tools: { categories: ['wallet'] } })
    expect(check(keeper, provisioner)).not.toThrow()
  })

  test.each<[string, readonly Archetype[], string]>([
    ['a circle of two', [define('a', ['b']), define('b', ['a'])], 'a → b → a: a circle'],
    ['itself', [define('a', ['a'])], 'a → a: a circle'],
    [
      'a long circle',
      [define('a', ['b']), define('b', ['c']), define('c', ['d']), define('d', ['e']), define('e', ['a'])],
      'a → b → c → d → e → a: a circle',
    ],
    [
      'four hops',
      [define('a', ['b']), define('b', ['c']), define('c', ['d']), define('d', ['e']), define('e', [])],
      'a → b → c → d → e: 4 hops, at most 3 are allowed',
    ],
    [
      'an unknown target',
      [define('a', ['safety-gardian'])],
      'a → safety-gardian: unknown archetype "safety-gardian"; did you mean "safety-guardian"?',
    ],
    [
      'writing without the edge',
      [define('a', [], TRADER)],
      'a → safety-guardian: it writes (swap), and this edge is missing',
    ],
    [
      'a terminal one that delegates',
      [define('a', ['safety-guardian'], { isTerminal: true })],
      'a → safety-guardian: a terminal archetype delegates to nobody',
    ],
    [
      'a terminal one that writes',
      [define('a', [], { ...TRADER, isTerminal: true })],
      'a: a terminal archetype holds no write tool, found swap',
    ],
    ['two of a name', [define('a', []), define('a', [])], 'a: defined twice'],
  ])('error: %s', (_, archetypes, problem) => {
    expect(check(...archetypes)).toThrow(`\n  ${problem}`)
  })

  test('behavior: a tool that is included counts as written', () => {
    const archetype = define('a', [], { toolOverrides: { include: ['swap'] } })
    expect(check(archetype)).toThrow('a → safety-guardian: it writes (swap)')
    expect(
      check({ ...archetype, tools: { profile: 'trader' }, toolOverrides: { exclude: ['swap'] } }),
    ).not.toThrow()
  })
})
