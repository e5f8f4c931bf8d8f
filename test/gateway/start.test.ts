import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readGatewayFile } from '../../bin/gateway/gateway-file.ts'
import { findPlugin, loadPlugins } from '../../bin/gateway/load-plugins.ts'
import { serveHttp } from '../../bin/gateway/serve-http.ts'
import { startAgent } from '../../bin/gateway/start-agent.ts'
import { takeStateFolder } from '../../bin/gateway/state-folder.ts'
import { type GatewayProcess, startGatewayProcess } from '../../harness/gateway/gateway-process.ts'
import { isRunning } from '../chain/start-owner.ts'
import { createGatewayFolder } from './gateway-folder.ts'

const CALL_MS = 30_000

function createFolder() {
  const folder = createGatewayFolder()
  onTestFinished(folder.remove)
  return folder
}

test('default: a config that says nothing listens on loopback alone and starts no agent', () => {
  const folder = createFolder()
  expect(readGatewayFile(folder.write('gateway.toml', ''))).toMatchObject({
    host: '127.0.0.1',
    port: 0,
    stateFolder: join(folder.folder, '.gateway'),
    plugins: [],
    bridge: { isEnabled: true },
    media: { folders: [] },
    sessions: [],
  })
})

test.each([
  ['[gatewy]', '1:1: unknown section "gatewy"; did you mean "gateway"?'],
  ['[gateway]\ntoken = "x"', '2:1: unknown key "token"'],
  ['[gateway]\nport = "x"', '2:1: /gateway/port must be integer'],
  ['[[sessions]]\nkey = "../x"', '2:1: /sessions/0/key'],
  ['[[sessions]]\nkey = "a"\ncomand = ["x"]', '3:1: unknown key "comand"; did you mean "command"?'],
  ['[[sessions]]\nkey = "a"\n[[sessions]]\nkey = "a"', '4:1: /sessions/1/key is that of another session'],
  ['[limits]\ncall_ms = 0', '2:1: /limits/call_ms must be >= 1'],
])('error: %j', (text, problem) => {
  const path = createFolder().write('gateway.toml', text)
  expect(() => readGatewayFile(path)).toThrow(problem)
})

test('error: a plugin that exports something else, and two of one name', async () => {
  const folder = createFolder()
  const wrong = folder.write('plugins/wrong.mjs', 'export default {}')
  await expect(loadPlugins([wrong], CALL_MS)).rejects.toThrow(
    /wrong\.mjs exports object by default, expected a function/,
  )
  const one = folder.write('one/same.mjs', 'export default () => {}')
  const two = folder.write('two/same.mjs', 'export default () => {}')
  await expect(loadPlugins([one, two], CALL_MS)).rejects.toThrow('another plugin is called same')
  folder.write('three/b.mjs', 'export default () => {}')
  folder.write('three/a.mjs', 'export default () => {}')
  folder.write('three/notes.txt', '')
  expect([...(await loadPlugins([join(folder.folder, 'three')], CALL_MS)).keys()]).toEqual(['a', 'b'])
  const endless = folder.write('plugins/endless.mjs', 'await new Promise(() => {})\nexport default () => {}')
  await expect(loadPlugins([endless], 20)).rejects.toThrow(/endless\.mjs is not loaded within 20 ms/)
  const broken = folder.write('plugins/broken.mjs', 'throw new Error("no key")')
  await expect(loadPlugins([broken], CALL_MS)).rejects.toThrow(/broken\.mjs cannot be loaded: no key/)
})

test('behavior: the plugin of an error is found by its path or its URL, through links, and never by the end of one', () => {
  const folder = createFolder()
  const plugin = folder.write('plugins/a b.ts', '')
  const link = join(folder.folder, 'link')
  symlinkSync(join(folder.folder, 'plugins'), link)
  const find = (place: string) =>
    findPlugin(Object.assign(new Error('late'), { stack: `Error: late\n    at ${place}:1:53` }), [link])
  for (const place of [plugin, `run (${plugin}`, `async ${pathToFileURL(plugin).href}`]) {
    expect(find(place)).toBe(join(link, 'a b.ts'))
  }
  expect(find(`run (/other${plugin}`)).toBeUndefined()
})

test('error: a plugin that never comes to an end of registering keeps its gateway from starting, by name', async () => {
  const folder = createFolder()
  folder.write('plugins/endless.mjs', 'export default () => new Promise(() => {})')
  const config = folder.write('g.toml', '[gateway]\nplugins = ["plugins"]\n[limits]\ncall_ms = 50')
  await expect(startGatewayProcess(config)).rejects.toMatchObject({
    code: 'GATEWAY_EXITED',
    details: { found: expect.stringContaining('the plugin endless has not registered within 50 ms') },
  })
})

test('behavior: the folder of generated files is its owner’s alone, and one gateway’s at a time', () => {
  const { folder } = createFolder()
  const path = join(folder, 'state')
  mkdirSync(path, { mode: 0o777 })
  const state = takeStateFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(() => takeStateFolder(path)).toThrow(`is that of a gateway that runs (pid ${process.pid})`)
  // What lies there under the name of a file is replaced, not written through.
  writeFileSync(join(folder, 'victim'), 'kept')
  symlinkSync(join(folder, 'victim'), join(path, 'bridge.ts'))
  expect(statSync(state.files.write('bridge.ts', 'new')).mode & 0o777).toBe(0o600)
  expect([state.files.read('bridge.ts'), statSync(join(folder, 'victim')).size]).toEqual(['new', 4])
  state.release()
  // One that was killed has left its claim.
  writeFileSync(join(path, 'gateway.pid'), String(2 ** 22 + 1))
  takeStateFolder(path).release()
  const getUid = vi.spyOn(process, 'getuid').mockReturnValue(statSync(path).uid + 1)
  expect(() => takeStateFolder(path)).toThrow('is no folder of this user')
  getUid.mockRestore()
  rmSync(path, { recursive: true })
  symlinkSync(folder, path)
  expect(() => takeStateFolder(path)).toThrow('is no folder of this user')
})

test('behavior: a gateway that was killed and not waited for yet has its folder no longer', async () => {
  const { folder } = createFolder()
  // What takes the place of the shell waits for none of its children.
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'])
  onTestFinished(() => void parent.kill())
  const [pid] = (await once(parent.stdout, 'data')).map(Number) as [number]
  writeFileSync(join(folder, 'gateway.pid'), String(pid))
  expect(() => takeStateFolder(folder)).toThrow(`is that of a gateway that runs (pid ${pid})`)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
  takeStateFolder(folder).release()
})

/** Takes a folder with each line that names one, all that are sent it at once, and says whether it has it. */
const TAKER = `
  const { takeStateFolder } = await import(process.argv[1])
  for await (const line of (await import('node:readline')).createInterface({ input: process.stdin })) {
    let has = 1
    try { takeStateFolder(line) } catch { has = 0 }
    console.log(has)
  }
`

test('behavior: of gateways that start at once one has the folder, whether it was free or that of a killed one', async () => {
  const { folder } = createFolder()
  const module = join(import.meta.dirname, '../../bin/gateway/state-folder.ts')
  const takers = Array.from({ length: 3 }, () => {
    const taker = spawn(process.execPath, ['--input-type=module', '--eval', TAKER, module], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    onTestFinished(() => void taker.kill())
    return { taker, lines: createInterface({ input: taker.stdout })[Symbol.asyncIterator]() }
  })
  for (let round = 0; round < 100; round += 1) {
    const path = join(folder, `state-${round}`)
    mkdirSync(path)
    if (round % 2 === 0) writeFileSync(join(path, 'gateway.pid'), String(2 ** 22 + 1))
    for (const { taker } of takers) taker.stdin.write(`${path}\n`)
    const has = await Promise.all(takers.map(async ({ lines }) => Number((await lines.next()).value)))
    expect(
      has.reduce((all, each) => all + each),
      `round ${round}`,
    ).toBe(1)
    expect(readdirSync(path)).toEqual(['gateway.pid'])
  }
})

test('error: an address that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  await expect(serveHttp(async () => ({ status: 200, body: {} }), '127.0.0.1', port)).rejects.toThrow(
    'EADDRINUSE',
  )
})

test('behavior: a body that is too long is not read to its end', async () => {
  const listening = await serveHttp(
    async ({ readBody }) => ({ status: 200, body: (await readBody(4)) ?? 'too long' }),
    '127.0.0.1',
    0,
  )
  onTestFinished(() => listening.close())
  const post = async (body: string) => (await fetch(`${listening.url}/x?y`, { method: 'POST', body })).json()
  expect(await post('1234')).toBe('1234')
  expect(await post('x'.repeat(100_000))).toBe('too long')
})

test.each([
  ['', '[media]\nfolders = ["none"]', 'none, of "folders" under [media], is no folder'],
  [' for an error that nothing caught', '[gateway]\nplugins = ["stray.mjs"]', 'it strays'],
])('behavior: a gateway that does not start%s leaves no claim behind', async (_, text, problem) => {
  const folder = createFolder()
  folder.write(
    'stray.mjs',
    "export default () => void setImmediate(() => Promise.reject(new Error('it strays')))",
  )
  const config = folder.write('gateway.toml', text)
  await expect(startGatewayProcess(config)).rejects.toThrow(problem)
  expect(existsSync(join(folder.folder, '.gateway', 'gateway.pid'))).toBe(false)
})

test.each([
  ['no token', '', { ASSAY_GATEWAY_TOKEN: '' }, 'expected: at least 32 characters'],
  [
    'a plugin that is missing',
    '[gateway]\nplugins = ["none"]',
    {},
    'none, of "plugins" under [gateway], is not there',
  ],
  [
    'an agent that is no program',
    '[[sessions]]\nkey = "a"\ncommand = ["./none"]',
    {},
    'the agent of session a cannot be started: spawn ./none ENOENT',
  ],
  [
    'an agent in a folder that is missing',
    '[[sessions]]\nkey = "a"\nfolder = "none"\ncommand = ["node"]',
    {},
    'none, of "folder" under [[sessions]], is no folder',
  ],
])('error: assay gateway does not start with %s', async (_, text, environment, problem) => {
  const config = createFolder().write('gateway.toml', text)
  await expect(startGatewayProcess(config, environment)).rejects.toThrow(problem)
})

/** Goes on when nobody writes to it any more, and so does what it starts, whose pid it says. */
const STAY = 'setInterval(() => {}, 1e6)'
const START = `require('node:child_process').spawn(process.execPath, ['-e', '${STAY}'], { stdio: 'ignore' })`
const configOf = (script: string) =>
  `[[sessions]]\nkey = "main"\ncommand = ${JSON.stringify([process.execPath, '-e', script, '--'])}`
const STAYING = configOf(`console.error('started ' + ${START}.pid); ${STAY}`)

/** Find an agent of that kind and what it has started. */
async function findStaying({ agents, readOutput }: GatewayProcess): Promise<readonly number[]> {
  await expect.poll(readOutput).toMatch(/started \d+/)
  return [agents.get('main') as number, Number(/started (\d+)/.exec(readOutput())?.[1])]
}

test('behavior: an error that a plugin leaves uncaught ends the gateway whole, by the name of the plugin', async () => {
  const folder = createFolder()
  const plugin = folder.write(
    'plugins/late.mjs',
    `export default (api) => api.registerTool({
      name: 'late', description: 'd', parameters: { type: 'object' },
      async execute() {
        setImmediate(() => Promise.reject(new Error('it broke \\u001b[2J')))
        return { content: [] }
      },
    })`,
  )
  const config = folder.write('gateway.toml', `[gateway]\nplugins = ["plugins"]\n${STAYING}`)
  const gateway = await startGatewayProcess(config)
  const pids = await findStaying(gateway)
  await gateway
    .request('POST', '/api/tools/call', { tool: 'late', params: {}, sessionKey: 'main' })
    .catch(() => 0)
  await expect.poll(() => gateway.exitCode).toBe(2)
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false])
  expect(gateway.readOutput()).toContain(`GATEWAY_EXITED: an error that nothing caught has ended the gateway
  where:    ${plugin}
  expected: plugins that await what they start, or catch its errors
  found:    it broke \\u{1b}[2J
`)
  expect(readdirSync(join(folder.folder, '.gateway')).filter((name) => name !== 'processes')).toEqual([])
})

test('behavior: nothing that an agent writes acts on the terminal of who runs the gateway', async () => {
  const folder = createFolder()
  const script = "console.error('\\u001b]52;c;eA==\\u0007\\u001b[2J\\u009b1m\\r end')"
  const gateway = await startGatewayProcess(folder.write('gateway.toml', configOf(script)))
  onTestFinished(async () => void (await gateway.stop()))
  await expect.poll(gateway.readOutput).toContain(' end\n')
  expect(gateway.readOutput()).toContain(
    'agent    main  \\u{1b}]52;c;eA==\\u{7}\\u{1b}[2J\\u{9b}1m\\u{d} end\n',
  )
})

test('behavior: an agent that outlived its gateway is ended by the next, and its token is nobody’s', async () => {
  const folder = createFolder()
  const config = folder.write('gateway.toml', STAYING)
  const first = await startGatewayProcess(config)
  const pids = await findStaying(first)
  const [, token = ''] =
    /ASSAY_GATEWAY_TOKEN=([^\0]+)/.exec(readFileSync(`/proc/${pids[0]}/environ`, 'utf8')) ?? []
  const ask = async (gateway: typeof first) =>
    (await gateway.request('GET', '/api/tools', undefined, token)).status
  expect(await ask(first)).toBe(200)
  first.kill()
  await expect.poll(() => isRunning(first.pid)).toBe(false)
  expect(pids.map(isRunning)).toEqual([true, true])
  const second = await startGatewayProcess(config)
  onTestFinished(async () => void (await second.stop()))
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false])
  expect(await ask(second)).toBe(401)
})

test('behavior: what an agent writes last is told, though it ends no line', async () => {
  const lines: string[] = []
  const agent = await startAgent(
    {
      key: 'main',
      command: ['sh', '-c', 'echo no >&2; printf "model named" >&2; exit 3'],
      folder: createFolder().folder,
      variables: ['PATH'],
      isBridged: true,
    },
    { session: 'main', extensions: [], environment: {}, onLine: (line) => lines.push(line) },
    () => () => undefined,
  )
  expect(await agent.ended).toBe('exit code 3')
  await expect.poll(() => lines).toEqual(['no', 'model named'])
})

test('behavior: what an agent has started ends with it, though it ends by itself', async () => {
  const lines: string[] = []
  const agent = await startAgent(
    {
      key: 'main',
      command: ['sh', '-c', 'sleep 60 & echo $!'],
      folder: createFolder().folder,
      variables: ['PATH'],
      isBridged: true,
    },
    { session: 'main', extensions: [], environment: {}, onLine: (line) => lines.push(line) },
    () => () => undefined,
  )
  expect(await agent.ended).toBe('exit code 0')
  await expect.poll(() => lines).toHaveLength(1)
  await expect.poll(() => isRunning(Number(lines[0]))).toBe(false)
})

const POURING =
  'const pour = () => { while (process.stdout.write("x".repeat(2 ** 20))); }; process.stdout.on("drain", pour); pour()'

test.each([
  ['', [process.execPath, '-e', POURING]],
  // What it writes is read by nobody, which is nothing to it.
  [' that ends by itself for nothing', ['sh', '-c', 'trap "" PIPE; while :; do printf %1048576s x; done']],
])('behavior: an agent%s whose message has no end is ended, before it fills the memory', async (_, command) => {
  const folder = createFolder()
  const lines: string[] = []
  const agent = await startAgent(
    {
      key: 'main',
      command,
      folder: folder.folder,
      variables: [],
      isBridged: true,
    },
    { session: 'main', extensions: [], environment: {}, onLine: (line) => lines.push(line) },
    () => () => undefined,
  )
  // By the signal, or since nobody reads what it writes any more.
  expect(await agent.ended).toMatch(/^killed by SIGKILL$|^exit code 1$/)
  expect(lines).toContain('it is ended: a line has more than 67108864 bytes')
})
