import { expect, test } from 'vitest'
import { ALL_ARCHETYPES } from '../agent/generated/archetypes.ts'
import type { Tool } from '../core/tool-def.ts'
import { DEV_REGISTRY } from '../profiles/dev.ts'
import { resolveTools } from '../profiles/resolve-tools.ts'
import { type AgentChoice, allowProtocols, declareAgent } from './declare-agent.ts'

const declare = (choice: AgentChoice = {}) => declareAgent(choice, DEV_REGISTRY, ALL_ARCHETYPES)
const config = (text: string) => ({ path: 'agent.toml', text })
const environment = (variables: Readonly<Record<string, string>>) => (name: string) => variables[name]
const namesOf = (choice: AgentChoice) =>
  resolveTools(declare(choice).tools, DEV_REGISTRY.tools).tools.map(({ name }) => name)

test('default: whoever chooses nothing reads data', () => {
  expect(declare()).toMatchObject({ tools: { name: 'data' }, capabilities: [] })
})

test('behavior: what is said explicitly wins over the environment, and that over the config', () => {
  const text = '[tools]\nprofile = "lp"'
  const choice = { config: config(text), environment: environment({ GOLEM_PROFILE: 'data' }) }
  expect(declare({ config: config(text) }).tools.name).toBe('lp')
  expect(declare(choice).tools.name).toBe('data')
  expect(declare({ ...choice, environment: environment({ TOOL_PROFILE: 'trader,vault' }) }).tools.name).toBe(
    'trader,vault',
  )
  expect(declare({ ...choice, profile: 'fees' }).tools.name).toBe('fees')
})

test('behavior: the switches of a config win over the profile, wherever that comes from', () => {
  const text = '[tools]\nprofile = "lp"\nenable = ["wallet_transfer_token"]\ndisable = ["data_get_block"]'
  const names = namesOf({ config: config(text), environment: environment({ TOOL_PROFILE: 'data' }) })
  expect(names).toContain('wallet_transfer_token')
  expect(names).not.toContain('data_get_block')
  expect(names).not.toContain('uniswap_add_liquidity')
})

test('behavior: categories of a config stand beside its profile, or alone', () => {
  expect(namesOf({ config: config('[tools]\ncategories = ["wallet"]') })).toContain('wallet_transfer_token')
  const both = declare({ config: config('[tools]\nprofile = "data"\ncategories = ["wallet"]') })
  expect(both.tools.name).toBe('data,wallet')
})

test('behavior: an archetype within a profile has what both admit', () => {
  const names = namesOf({ archetype: 'liquidity-manager', profile: 'trader' })
  expect(names).toContain('uniswap_execute_swap')
  expect(names).not.toContain('uniswap_add_liquidity')
  expect(declare({ config: config('[agent]\narchetype = "pool-researcher"') }).archetype?.name).toBe(
    'pool-researcher',
  )
})

test('behavior: memory has to be enabled, and something has to learn', () => {
  const on = environment({ GOLEM_MEMORY_ENABLED: 'true' })
  expect(declare({ profile: 'learning', environment: on }).capabilities).toEqual(['memory'])
  expect(declare({ profile: 'full', environment: on }).capabilities).toEqual(['memory'])
  expect(declare({ profile: 'observatory', environment: on }).capabilities).toEqual([])
  expect(declare({ profile: 'observatory,learning', environment: on }).capabilities).toEqual(['memory'])
  expect(declare({ profile: 'learning' }).capabilities).toEqual([])
  const enabled = config('[memory]\nenabled = true')
  expect(declare({ profile: 'learning', config: enabled }).capabilities).toEqual(['memory'])
  const off = environment({ GOLEM_MEMORY_ENABLED: 'false' })
  expect(declare({ profile: 'learning', config: enabled, environment: off }).capabilities).toEqual([])
})

test('behavior: nothing is read ahead of the model unless the config or a choice says so', () => {
  const on = config('[speculation]\nenabled = true')
  expect(declare({}).speculates).toBe(false)
  expect(declare({ config: config('[speculation]') }).speculates).toBe(false)
  expect(declare({ config: on }).speculates).toBe(true)
  expect(declare({ config: on, speculates: false }).speculates).toBe(false)
  expect(declare({ speculates: true }).speculates).toBe(true)
})

test('behavior: a variable that is empty is not set', () => {
  const text = '[tools]\nprofile = "learning"\n[memory]\nenabled = true'
  const empty = environment({ TOOL_PROFILE: '', GOLEM_PROFILE: '', GOLEM_MEMORY_ENABLED: '' })
  const { tools, capabilities } = declare({ config: config(text), environment: empty })
  expect(tools.name).toBe('learning')
  expect(capabilities).toEqual(['memory'])
})

test.each(['1', 'TRUE', 'yes'])('error: memory that is neither on nor off: %s', (said) => {
  expect(() => declare({ environment: environment({ GOLEM_MEMORY_ENABLED: said }) })).toThrow(
    `GOLEM_MEMORY_ENABLED: expected true or false, found "${said}"`,
  )
})

test('behavior: the key of a service that a tool needs is a capability', () => {
  const [first, ...others] = DEV_REGISTRY.tools
  const registry = { ...DEV_REGISTRY, tools: [{ ...first, requires: ['dex_api'] } as Tool, ...others] }
  const keyed = (key: string) =>
    declareAgent({ environment: environment({ GOLEM_DEX_API_KEY: key }) }, registry, ALL_ARCHETYPES)
      .capabilities
  expect(keyed('k')).toEqual(['dex_api'])
  expect(keyed('')).toEqual([])
})

test('behavior: what several lists allow is what stands in all of them', () => {
  expect(allowProtocols([undefined, undefined], DEV_REGISTRY)).toBeUndefined()
  const joined = allowProtocols([['weth', 'permit2'], undefined, ['weth']], DEV_REGISTRY)
  expect(joined?.allowed).toEqual(['weth'])
  expect(joined?.ground.toSorted()).toEqual([
    'agg',
    'bootstrap',
    'chain',
    'chainlink',
    'erc20',
    'policy-cage',
    'safety-core',
    'wallet',
  ])
})

test('error: names that do not exist', () => {
  expect(() => declare({ archetype: 'trade-exekutor' })).toThrow('did you mean "trade-executor"?')
  expect(() => declare({ environment: environment({ TOOL_PROFILE: 'trader,volt' }) })).toThrow(
    'unknown profile "volt"',
  )
})
