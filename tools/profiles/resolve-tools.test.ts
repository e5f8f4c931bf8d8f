import { describe, expect, test } from 'vitest'
import type { Tool } from '../core/tool-def.ts'
import { isPermitted } from './boot-capabilities.ts'
import { DEV_REGISTRY } from './dev.ts'
import { PROFILES, type ProfileName } from './profiles.ts'
import { type Declaration, declareProfile, resolveTools, type Surroundings } from './resolve-tools.ts'

const define = (name: string, rest: Partial<Tool> & object = {}): Tool =>
  ({
    name,
    category: 'trading',
    capability: 'read',
    supportedChains: [1, 8_453],
    protocol: 'dex',
    ...rest,
  }) as Tool

const READ = define('read')
const WRITE = define('write', { capability: 'write' })
const LOCAL = define('local', { capability: 'write', category: 'memory', localPort: 'memory' })
const OWNER = define('owner', { capability: 'privileged' })
const CHANGE = define('change', { capability: 'privileged', ...{ changesSafety: true }, protocol: 'base' })
const KEYED = define('keyed', { requires: ['dex_api'] })
const LEVERED = define('levered', { capability: 'write', traits: ['leverage'] })
const GROUND = define('ground', { category: 'data', protocol: 'base' })
const PAYS = define('pays', { capability: 'write', protocol: 'base' })
const LENDING = define('lending', { category: 'lending' })
const CATALOGUE = [READ, WRITE, LOCAL, OWNER, CHANGE, KEYED, LEVERED, GROUND, PAYS, LENDING]

const namesOf = (declaration: Declaration, surroundings?: Surroundings) =>
  resolveTools(declaration, CATALOGUE, surroundings).tools.map(({ name }) => name)
const whyMissing = (tool: Tool, declaration: Declaration, surroundings?: Surroundings) =>
  resolveTools(declaration, CATALOGUE, surroundings).missing.find((entry) => entry.tool === tool)?.reason

const TRADER = declareProfile('trader')
const EVERY = {
  name: 'every',
  sets: [{ categories: ['trading', 'memory', 'lending'], tier: 'all' }],
} as const

describe('declare', () => {
  test('default: what the profile admits, each other with its reason', () => {
    const resolved = resolveTools(TRADER, CATALOGUE)
    expect(resolved.tools.length + resolved.missing.length).toBe(CATALOGUE.length)
    expect(whyMissing(LENDING, TRADER)).toEqual({ kind: 'category' })
    expect(whyMissing(WRITE, { ...TRADER, sets: [{ categories: ['trading'], tier: 'read' }] })).toEqual({
      kind: 'tier',
    })
    expect(whyMissing(LEVERED, declareProfile('conservative'))).toEqual({ kind: 'trait' })
  })

  test('behavior: the tier of owners admits what they approve, and no write', () => {
    const names = namesOf({ name: 'o', sets: [{ categories: ['trading'], tier: 'owner' }] })
    expect(names).toEqual(['read', 'owner', 'change', 'keyed', 'ground'])
  })

  test('behavior: exclude wins over include, and both over sets', () => {
    const declaration = { ...TRADER, include: ['lending'], exclude: ['write', 'lending'] }
    expect(whyMissing(WRITE, declaration)).toEqual({ kind: 'excluded' })
    expect(whyMissing(LENDING, declaration)).toEqual({ kind: 'excluded' })
    expect(namesOf({ ...TRADER, include: ['lending'] })).toContain('lending')
  })

  test('behavior: a profile bounds an archetype, what it includes as well', () => {
    const declaration = { ...EVERY, include: ['lending'], within: declareProfile('data').sets }
    expect(namesOf(declaration)).toEqual(['ground'])
    expect(whyMissing(LENDING, declaration)).toEqual({ kind: 'profile' })
  })

  test('behavior: switches win over everything that is declared, disable over enable', () => {
    const switches = { enable: ['lending', 'write'], disable: ['read', 'write'] }
    expect(namesOf({ ...declareProfile('data'), ...switches })).toEqual(['ground', 'lending'])
    expect(whyMissing(WRITE, { ...TRADER, ...switches })).toEqual({ kind: 'disabled' })
  })

  test('error: names that do not exist', () => {
    expect(() => declareProfile('trader,vualt')).toThrow('unknown profile "vualt"; did you mean "vault"?')
    for (const key of ['enable', 'disable', 'include', 'exclude']) {
      expect(() => resolveTools({ ...TRADER, [key]: ['lendign'] }, CATALOGUE)).toThrow(
        'unknown tool "lendign"; did you mean "lending"?',
      )
    }
  })
})

describe('resolve', () => {
  test('behavior: without a signer nothing that sends or signs exists, whatever is enabled', () => {
    const declaration = { ...EVERY, enable: ['write'] }
    const { tools, mayAct } = resolveTools(declaration, CATALOGUE, {
      capabilities: ['memory', 'dex_api'],
    })
    expect(tools.filter(({ capability }) => capability !== 'read').map(({ name }) => name)).toEqual([
      'local',
      'change',
    ])
    expect(mayAct).toBe(true)
    expect(whyMissing(WRITE, declaration, { capabilities: [] })).toEqual({
      kind: 'capability',
      lacks: 'wallet',
    })
    expect(resolveTools(TRADER, CATALOGUE, { capabilities: [] }).mayAct).toBe(false)
  })

  test('behavior: a tool without its key or without memory is left out', () => {
    expect(whyMissing(KEYED, EVERY, { capabilities: ['wallet'] })).toEqual({
      kind: 'capability',
      lacks: 'dex_api',
    })
    expect(whyMissing(LOCAL, EVERY, { capabilities: ['wallet'] })).toEqual({
      kind: 'capability',
      lacks: 'memory',
    })
    expect(namesOf(EVERY, { capabilities: ['memory', 'dex_api'] })).toEqual(
      expect.arrayContaining(['keyed', 'local']),
    )
  })

  test('I11: of protocols that are not allowed nothing exists, reads included; the ground is read all the same', () => {
    const protocols = { allowed: ['other'], ground: ['base'] }
    expect(namesOf(EVERY, { protocols })).toEqual(['change', 'ground'])
    expect(whyMissing(READ, EVERY, { protocols })).toEqual({ kind: 'protocol', protocol: 'dex' })
    expect(namesOf(EVERY, { protocols: { allowed: ['dex'], ground: [] } })).not.toContain('pays')
  })

  test('behavior: a tool that does not work on the chain is not there', () => {
    expect(whyMissing(READ, EVERY, { chainId: 10 })).toEqual({
      kind: 'chain',
      chainId: 10,
      supported: [1, 8_453],
    })
    expect(namesOf(EVERY, { chainId: 8_453 })).toContain('read')
  })
})

describe('the profiles', () => {
  test.each(
    Object.keys(PROFILES) as ProfileName[],
  )('behavior: without a signer %s has no way to act', (name) => {
    const { tools, mayAct } = resolveTools(declareProfile(name), DEV_REGISTRY.tools, {
      capabilities: ['memory'],
    })
    expect(mayAct).toBe(false)
    expect(tools.filter(isPermitted)).toEqual([])
  })

  test('behavior: they differ by categories, tier or traits, but for those that are all of it', () => {
    const told = Object.entries(PROFILES).map(([name, profile]) => ({ name, text: JSON.stringify(profile) }))
    const same = [...Map.groupBy(told, ({ text }) => text).values()]
      .map((twins) => twins.map(({ name }) => name))
      .filter(({ length }) => length > 1)
    expect(same).toEqual([
      ['intelligence', 'dashboard'],
      ['active', 'golem', 'full'],
    ])
  })
})
