import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenCounts } from '../count-tokens.ts'
import type { CliIo } from '../io.ts'
import { listArchetypes } from './archetypes.ts'
import { listTools, type ToolsOptions } from './tools.ts'

const SKILL = `
[tools.count_lines]
description = "Count the lines of a file."
program = "wc"
args = ["-l", "--", "{path}"]
[tools.count_lines.parameters.path]
type = "string"
description = "file to count"
required = true
[tools.last_commits]
description = "List the last commits of the repository, one a line."
program = "git"
args = ["log", "--oneline", "--max-count={count}"]
[tools.last_commits.parameters.count]
type = "integer"
required = true
[tools.disk_free]
description = "Say how much space is left on the disk of the workspace."
program = "df"
args = ["-h", "."]
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function collect(run: (io: CliIo) => number | Promise<number>): Promise<string> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  expect(await run({ print, colors: { bold: (text: string) => text } } as unknown as CliIo)).toBe(0)
  return lines.join('\n')
}
const tools = (options: Partial<ToolsOptions>) => collect((io) => listTools({ wallet: true, ...options }, io))
const describeJson = async (options: Partial<ToolsOptions>) =>
  JSON.parse(await tools({ ...options, json: true, missing: true })) as {
    tools: readonly { name: string }[]
    actions: readonly string[]
    missing: readonly { name: string; why: string }[]
  }

describe('tools', async () => {
  test('default: everything but the test net', async () => {
    const text = await tools({})
    expect(text).toContain('trading (')
    expect(text).not.toContain('testnet (')
  })

  test.each([
    '56',
    'bnb',
  ])('behavior: what an archetype gets on chain %s, and why it lacks the rest', async (chain) => {
    const { missing, actions } = await describeJson({ archetype: 'liquidity-manager', chain })
    const why = (name: string) => missing.find((tool) => tool.name === name)?.why
    expect(why('uniswap_stake_position')).toBe('not on chain 56 (1, 31337, 10, 137, 8453, 42161)')
    expect(why('wallet_transfer_token')).toBe('not of its categories')
    expect(actions).toContain('approve')
    expect(actions).toContain('add-liquidity')
    expect(actions).not.toContain('stake-liquidity')
  })

  test('behavior: each tool says its version, and those of its parameters that came before', async () => {
    const { tools: told } = await describeJson({ profile: 'dev' })
    const find = (wanted: string) => told.find(({ name }) => name === wanted)
    expect(find('data_get_block')).toMatchObject({ schemaVersion: 1 })
    expect(find('data_get_block')).not.toHaveProperty('earlier')
    expect(find('testnet_time_travel')).toMatchObject({
      schemaVersion: 2,
      earlier: [{ version: 1, supersededAt: '2026-11-23T00:00:00Z' }],
    })
  })

  test('behavior: without a wallet nothing acts', async () => {
    const { missing, actions } = await describeJson({ profile: 'trader', wallet: false })
    expect(actions).toEqual([])
    expect(missing).toContainEqual(expect.objectContaining({ name: 'weth_wrap_eth', why: 'needs wallet' }))
  })

  test('behavior: a config wins over the profile, and says what it forbids', async () => {
    const config = join(folder, 'agent.toml')
    writeFileSync(config, '[agent]\nallowed_protocols = ["weth"]\n[tools]\ndisable = ["data_get_block"]\n')
    const { missing, actions } = await describeJson({ profile: 'full', config })
    const why = (name: string) => missing.find((tool) => tool.name === name)?.why
    expect(why('data_get_block')).toBe('disabled in [tools]')
    expect(why('uniswap_get_quote')).toBe('protocol uniswap-v3 is not allowed')
    expect(actions).toEqual(['refuel', 'unwrap', 'wrap'])
  })

  test('behavior: the action kinds with their venues, and the tools of each in order', async () => {
    const text = await tools({ profile: 'trader', kinds: true })
    const swap = /^swap +uniswap-v3 +uniswap_get_quote → simulation → uniswap_execute_swap$/m
    expect(text).toMatch(swap)
    expect(text).not.toContain('add-liquidity')
    const [first] = JSON.parse(await tools({ profile: 'trader', kinds: true, json: true }))
    expect(first).toMatchObject({ aliases: expect.any(Array), params: { type: 'object' } })
  })

  test('error: a config with a misspelt tool, at its place', async () => {
    const config = join(folder, 'wrong.toml')
    writeFileSync(config, '[tools]\nenable = ["weth_wrap_ether"]\n')
    await expect(tools({ config })).rejects.toThrow(
      `${config}:2:11: unknown tool "weth_wrap_ether"; did you mean "weth_wrap_eth"?`,
    )
    await expect(tools({ config: join(folder, 'none.toml') })).rejects.toThrow('cannot be read')
    await expect(tools({ archetype: 'trade-exec' })).rejects.toThrow('did you mean "trade-executor"?')
    await expect(tools({ chain: 'bsae' })).rejects.toThrow(
      /no chain\n[\s\S]*found: +"bsae"\n +do: +did you mean "base"/,
    )
  })

  test('behavior: the Pi tools cost less than 1 300 tokens in every inference, whatever is behind them', async () => {
    const count = async (options: Partial<ToolsOptions>) =>
      JSON.parse(await tools({ ...options, tokens: true, json: true })) as Record<string, number>
    const { piTools = Infinity, concreteTools = 0 } = await count({ profile: 'full' })
    expect(piTools).toBeLessThan(1_300)
    expect(concreteTools).toBeGreaterThan(10 * piTools)
    expect((await count({ profile: 'dev' })).piTools).toBeLessThan(1_300)
    const delegating = await count({ archetype: 'golem-instance' })
    expect(delegating.piTools).toBeGreaterThan(piTools)
    expect(delegating.piTools).toBeLessThan(piTools + 300)
    const reading = await count({ profile: 'full', wallet: false })
    expect(reading.piTools).toBeLessThan(piTools)
    expect(await tools({ tokens: true })).toContain(`${piTools} tokens: the Pi tools`)
  })

  test('behavior: those of TOML files and of the workspace are counted beside them', async () => {
    writeFileSync(join(folder, 'skill.toml'), SKILL)
    const count = async (lines: string) => {
      const config = join(folder, 'workspace.toml')
      writeFileSync(config, `[workspace]\nroot = "/srv/notes"\n${lines}\n`)
      const options = { profile: 'full', config, tokens: true }
      const text = await tools(options)
      const counts = JSON.parse(await tools({ ...options, json: true })) as TokenCounts
      return { ...counts, text }
    }
    const { piTools, withWorkspaceTools, text } = await count('skills = ["skill.toml"]')
    expect(text).toContain(`${withWorkspaceTools} tokens: these with the 3 tools of the workspace`)
    expect(piTools).toBeLessThan(1_300)
    // At most 100 for one of a file.
    expect(withWorkspaceTools).toBeGreaterThan(piTools + 150)
    expect(withWorkspaceTools).toBeLessThan(piTools + 300)
    const all = await count('skills = ["skill.toml"]\npreset = "all"')
    expect(all).toMatchObject({ piTools })
    expect(all.withWorkspaceTools).toBeGreaterThan(withWorkspaceTools + 300)
    expect(all.withWorkspaceTools).toBeLessThan(withWorkspaceTools + 1_000)
    const none = JSON.parse(await tools({ profile: 'full', tokens: true, json: true }))
    expect(none).toMatchObject({ piTools, withWorkspaceTools: piTools })
  })

  test('error: a file of tools that is wrong, or is not there', async () => {
    const config = join(folder, 'workspace.toml')
    writeFileSync(config, '[workspace]\nroot = "/srv/notes"\nskills = ["broken.toml"]\n')
    await expect(tools({ config })).rejects.toThrow(
      expect.objectContaining({ details: expect.objectContaining({ where: join(folder, 'broken.toml') }) }),
    )
    writeFileSync(join(folder, 'broken.toml'), '[tools.x]\n')
    await expect(tools({ config })).rejects.toThrow('broken.toml')
  })
})

describe('archetypes', async () => {
  test('default', async () => {
    expect(await collect((io) => listArchetypes({}, io))).toContain('22 archetypes')
    expect(JSON.parse(await collect((io) => listArchetypes({ json: true }, io)))).toHaveLength(22)
  })

  test('behavior: the graph in the language of mermaid and of dot', async () => {
    const mermaid = await collect((io) => listArchetypes({ graph: 'mermaid' }, io))
    expect(mermaid).toContain('  safety-guardian([safety-guardian])')
    expect(mermaid).toContain('  trade-executor --> safety-guardian')
    expect(await collect((io) => listArchetypes({ graph: 'dot' }, io))).toContain(
      '  "trade-executor" -> "risk-assessor"',
    )
  })
})
