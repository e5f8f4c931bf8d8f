import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEV_KINDS } from '../../harness/dev-kinds.ts'
import { findNameProblem } from '../../scripts/tool-names.ts'
import { nameKind } from '../../tools/agent/kind-names.ts'
import { CATEGORIES, type Tool } from '../../tools/core/tool-def.ts'
import { VERSION_MEMBER } from '../../tools/core/tool-versions.ts'
import { DEV_ERRORS, DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { ALL_ACTIONS, ALL_TOOL_DEFS } from '../../tools/profiles/generated/registry.ts'
import { PROFILES, type ProfileName } from '../../tools/profiles/profiles.ts'
import { declareProfile, resolveTools } from '../../tools/profiles/resolve-tools.ts'

const TOOLS = join(import.meta.dirname, '../../tools')

const listToolFiles = () =>
  [join(TOOLS, 'protocols'), join(TOOLS, 'devtools')].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .filter((path) => /^export const TOOL_DEF\b/m.test(readFileSync(path, 'utf8'))),
  )

/** About how many tokens a model counts in a text. */
const countTokens = (text: string) => Math.round(text.split(/\s+/).length * 1.3)

const isModel = (name: string) => DEV_REGISTRY.tools.find((tool) => tool.name === name)?.standing === 'model'

const schemaOf = (tool: Tool) =>
  tool.input as unknown as {
    additionalProperties?: boolean
    properties?: Record<string, { type?: string; items?: { type?: string } }>
  }

describe('every tool', () => {
  test('behavior: what may be read ahead of a model is a read tool', () => {
    const reads = new Set(
      DEV_REGISTRY.tools.flatMap(({ name, capability }) => (capability === 'read' ? [name] : [])),
    )
    const pairs = ALL_TOOL_DEFS.flatMap((tool) => (tool.capability === 'read' ? (tool.leadsTo ?? []) : []))
    expect(pairs.length).toBeGreaterThan(0)
    for (const { tool, probability } of pairs) {
      expect(reads, tool).toContain(tool)
      expect(probability, tool).toBeLessThanOrEqual(1)
    }
  })

  test('behavior: names each version that its parameters had, and says the same in the next one', () => {
    for (const { name, schemaVersion = 1, earlier = [], input } of DEV_REGISTRY.tools) {
      expect(
        earlier.map(({ version }) => version),
        name,
      ).toEqual(Array.from({ length: schemaVersion - 1 }, (_, index) => index + 1))
      const times = earlier.map(({ supersededAt }) => Date.parse(supersededAt))
      expect(times, name).toEqual(times.toSorted((a, b) => a - b))
      expect(times.some(Number.isNaN), name).toBe(false)
      for (const shape of [input, ...earlier.map((each) => each.input)]) {
        expect(Object.keys((shape as { properties?: object }).properties ?? {}), name).not.toContain(
          VERSION_MEMBER,
        )
      }
    }
  })

  test('behavior: is registered, under the name of its file', () => {
    const files = listToolFiles().map((path) =>
      path.slice(path.lastIndexOf('/') + 1, -3).replaceAll('-', '_'),
    )
    expect(DEV_REGISTRY.tools.map(({ name }) => name).sort()).toEqual(files.sort())
    expect(new Set(files).size).toBe(files.length)
  })

  test.each(
    DEV_REGISTRY.tools.map((tool) => [tool.name, tool] as const),
  )('behavior: %s is complete', (name, tool) => {
    expect(findNameProblem(name, tool.category, tool.protocol)).toBeUndefined()
    expect(CATEGORIES).toContain(tool.category)
    expect(tool.description).toMatch(/^[A-Z].*\.$/)
    expect(countTokens(tool.promptSnippet), `promptSnippet of ${name}`).toBeGreaterThanOrEqual(20)
    expect(countTokens(tool.promptSnippet), `promptSnippet of ${name}`).toBeLessThanOrEqual(50)
    const isRead = tool.capability === 'read'
    if (tool.capability !== 'control') expect(tool.riskTier === 'layer1', `risk tier of ${name}`).toBe(isRead)
    expect(tool.progressSteps.length).toBeGreaterThan(0)
    expect(tool.supportedChains.length).toBeGreaterThan(0)
    expect(tool.output).toBeDefined()
    for (const code of tool.errorCodes) expect(Object.keys(DEV_ERRORS)).toContain(code)
    expect(schemaOf(tool).additionalProperties, `${name} takes unknown parameters`).toBe(false)
  })

  test.each(
    DEV_REGISTRY.tools.map((tool) => [tool.name, tool] as const),
  )('behavior: %s takes amounts as decimal text with the unit last', (name, tool) => {
    for (const [parameter, schema] of Object.entries(schemaOf(tool).properties ?? {})) {
      if (!/amount/i.test(parameter)) continue
      expect(parameter, `${name}.${parameter} names no unit`).toMatch(/(BaseUnits|Wei|Human)$|^amount$/)
      if (parameter.endsWith('BaseUnits')) expect((schema.items ?? schema).type).toBe('string')
    }
  })
})

describe('profiles', () => {
  const names = Object.keys(PROFILES) as ProfileName[]
  const resolve = (name: string) => resolveTools(declareProfile(name), DEV_REGISTRY.tools)

  test('behavior: data is implied in every profile', () => {
    const data = resolve('data').tools
    for (const name of names) expect(resolve(name).tools).toEqual(expect.arrayContaining([...data]))
  })

  test.each(['data', 'intelligence', 'dashboard', 'observatory'])('behavior: %s cannot act', (name) => {
    const { tools, mayAct } = resolve(name)
    expect(tools.every(({ capability }) => capability === 'read')).toBe(true)
    expect(mayAct).toBe(false)
  })

  test('behavior: dev is full and the test net', () => {
    const testnet = DEV_REGISTRY.tools.filter(({ category }) => category === 'testnet')
    expect(new Set(resolve('dev').tools)).toEqual(new Set([...resolve('full').tools, ...testnet]))
    expect(resolve('full').tools.some(({ category }) => category === 'testnet')).toBe(false)
    expect(resolve('active').tools).toEqual(resolve('golem').tools)
  })

  test('behavior: production does not know the test net', () => {
    expect(ALL_TOOL_DEFS.some(({ category }) => category === 'testnet')).toBe(false)
  })

  test('behavior: conservative leaves multi-hop out', () => {
    const tools = resolve('conservative').tools.map(({ name }) => name)
    expect(tools).toContain('uniswap_execute_swap')
    expect(tools).not.toContain('uniswap_execute_multihop_swap')
  })

  test('behavior: a comma composes profiles, and overrides win', () => {
    const both = resolve('data,lp')
    expect(both.tools).toEqual(resolve('lp').tools)
    const switches = { enable: ['weth_wrap_eth'], disable: ['data_get_block'] }
    const changed = resolveTools(declareProfile('data', switches), DEV_REGISTRY.tools)
    expect(changed.mayAct).toBe(true)
    expect(changed.tools.map(({ name }) => name)).not.toContain('data_get_block')
  })

  test('error: an unknown profile or tool is named', () => {
    expect(() => resolve('tradr')).toThrow('unknown profile "tradr"; did you mean "trader"?')
    const declared = declareProfile('data', { enable: ['data_get_blok'] })
    expect(() => resolveTools(declared, DEV_REGISTRY.tools)).toThrow(
      'unknown tool "data_get_blok"; did you mean "data_get_block"?',
    )
  })
})

describe('action kinds', () => {
  test('behavior: every action kind is unique and comes down to tools of its tier', () => {
    const kinds = DEV_KINDS.map(({ kind }) => kind)
    expect(new Set(kinds).size).toBe(kinds.length)
    for (const { kind, reads, write, protocol } of ALL_ACTIONS) {
      const find = (name: string) => ALL_TOOL_DEFS.find((tool) => tool.name === name)
      expect(find(write), `${kind.kind} → ${write}`).toMatchObject({ capability: 'write', protocol })
      for (const read of reads) expect(find(read)?.capability, `${kind.kind} → ${read}`).toBe('read')
    }
  })

  test('behavior: an action stands under the name of its kind, beside its tool', () => {
    const folder = join(TOOLS, 'protocols')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.action.ts'),
    )
    const actions = DEV_REGISTRY.actions.map(({ protocol, kind }) =>
      join(`${protocol}`, `${kind.kind}.action.ts`),
    )
    expect(files.sort()).toEqual(actions.sort())
  })

  test('behavior: every shared kind is served, and there are as many as the design asks for', () => {
    const shared = readdirSync(join(TOOLS, 'kit/kinds')).filter((file) => !file.endsWith('.test.ts'))
    const kinds = DEV_KINDS.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(shared.map((file) => file.slice(0, -3))))
    const published = new Set(ALL_ACTIONS.filter(({ write }) => !isModel(write)).map(({ kind }) => kind.kind))
    expect(published.size).toBeGreaterThanOrEqual(40)
    for (const { kind, venues } of DEV_KINDS) expect(venues.length, kind).toBeGreaterThan(0)
  })

  test('behavior: the names that others use mean one kind each, whatever joins their words', () => {
    const meant = (asked: string) => nameKind(asked, DEV_KINDS)
    expect(meant('add_liquidity')).toBe('add-liquidity')
    expect(meant('deposit')).toBe('supply')
    expect(meant('execute_swap')).toBe('swap')
    expect(meant('supply_collateral')).toBe('supply-collateral')
    expect(meant('steal')).toBe('steal')
    const names = DEV_KINDS.flatMap(({ kind, aliases }) => [kind, ...aliases])
    expect(new Set(names).size).toBe(names.length)
  })

  test('behavior: the short name of a read means one tool', () => {
    const reads = DEV_REGISTRY.tools.filter(({ capability }) => capability === 'read')
    const names = reads.flatMap(({ name, aliases = [] }) => [name, ...aliases])
    expect(names).toEqual(expect.arrayContaining(['price', 'pool']))
    expect(new Set(names).size).toBe(names.length)
    const others = DEV_REGISTRY.tools.filter(({ capability, aliases }) => capability !== 'read' && aliases)
    expect(others.map(({ name }) => name)).toEqual([])
  })

  test('behavior: every write tool is reachable by an action kind', () => {
    const written = new Set(DEV_REGISTRY.actions.map(({ write }) => write))
    const unreachable = DEV_REGISTRY.tools.filter(
      ({ capability, name }) => capability === 'write' && !written.has(name),
    )
    expect(unreachable.map(({ name }) => name)).toEqual([])
  })
})
