import { expect, test } from 'vitest'
import {
  type BridgeFiles,
  collectBridgeableTools,
  createToolBridge,
  type DryRunReport,
} from './tool-bridge.ts'

const specs = (...names: readonly string[]) =>
  names.map((name) => ({ name, description: 'd', parameters: { type: 'object' } }))

/** A bridge over a folder in memory. */
function open(dryRun?: (path: string) => Promise<DryRunReport>) {
  const content = new Map<string, string>([['gateway.pid', '1']])
  const tried: string[] = []
  let writes = 0
  const files: BridgeFiles = {
    pathOf: (name) => `/state/${name}`,
    list: () => [...content.keys()],
    read: (name) => content.get(name) ?? '',
    write(name, text) {
      writes += 1
      content.set(name, text)
      return `/state/${name}`
    },
    remove: (name) => void content.delete(name),
  }
  const bridge = createToolBridge({
    files,
    imports: { client: '/client.ts' },
    dryRun: async (path) => {
      tried.push(path)
      const source = content.get(path.slice('/state/'.length)) ?? ''
      return dryRun?.(path) ?? { tools: [...source.matchAll(/name: "(\w+)"/g)].map(([, name = '']) => name) }
    },
  })
  return { bridge, content, tried, countWrites: () => writes }
}

test('default: one file for each set of tools, written when the set changes', async () => {
  const { bridge, content, tried, countWrites } = open()
  const first = await bridge.prepare(specs('a', 'b'))
  expect(first).toEqual({ path: expect.stringMatching(/^\/state\/bridge-[0-9a-f]{16}\.ts$/), isNew: true })
  expect(await bridge.prepare(specs('a', 'b'))).toEqual({ ...first, isNew: false })
  expect(countWrites()).toBe(1)
  const second = await bridge.prepare(specs('a', 'c'))
  expect(second.path).not.toBe(first.path)
  expect(tried).toEqual([first.path, first.path, second.path])
  expect([...content.keys()]).toEqual(['gateway.pid', second.path?.slice('/state/'.length)])
  bridge.cleanup()
  expect([...content.keys()]).toEqual(['gateway.pid'])
})

test('behavior: a file of the right name with other content is written anew', async () => {
  const { bridge, content } = open()
  const { path = '' } = await bridge.prepare(specs('a'))
  content.set(path.slice('/state/'.length), 'process.exit()')
  expect(await bridge.prepare(specs('a'))).toEqual({ path, isNew: true })
})

test('behavior: no tools, no file', async () => {
  const { bridge, content } = open()
  await bridge.prepare(specs('a'))
  expect(await bridge.prepare([])).toEqual({ isNew: false })
  expect([...content.keys()]).toEqual(['gateway.pid'])
})

test.each([
  ['syntax', async () => ({ phase: 'syntax', problem: 'Expression expected' }) as const],
  ['load', async () => ({ phase: 'load', problem: 'boom' }) as const],
  ['load', async () => ({ tools: ['other'] })],
  ['generate', async () => Promise.reject(new Error('no process'))],
])('error: BRIDGE_REJECTED (%s), and no file is left', async (phase, dryRun) => {
  const { bridge, content } = open(dryRun as never)
  const { path, refused } = await bridge.prepare(specs('a'))
  expect(path).toBeUndefined()
  expect(refused).toMatchObject({ code: 'BRIDGE_REJECTED', args: { phase } })
  expect([...content.keys()]).toEqual(['gateway.pid'])
})

test('behavior: tools that others provide, or that are not for agents, are left out; the rest is in order', () => {
  const tool = (name: string, isBridged = true) => ({
    ...{ name, isBridged, description: 'd', parameters: { type: 'object' }, plugin: 'p' },
    execute: async () => ({ content: [] }),
  })
  const tools = [tool('c'), tool('a'), tool('inner', false), tool('b')]
  expect(collectBridgeableTools(tools, ['b'])).toEqual(specs('a', 'c'))
})
