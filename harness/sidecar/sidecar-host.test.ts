import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Json } from '../../tools/core/json.ts'
import { createRunDirectory } from '../chain/process-ledger.ts'
import { SDK_VERSIONS } from './sdk-versions.ts'
import { createSidecarHost, type SidecarHost } from './sidecar-host.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const WETH = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const trade = { chainId: 1, token: USDC, exact: 'input', amountBaseUnits: '1000' }
const QUOTE: Json = { trade, token0: USDC, token1: WETH, reserve0: '1000000', reserve1: '2000000' }
/** x·997·y / (1000·X + 997·x), as the V2 pair has it. */
const QUOTED = { amountBaseUnits: '1992' }

interface Started {
  readonly pid: number
  readonly ipcPath: string
}

let started: Started[]
let ended: number
let host: SidecarHost
const createHost = (versions = SDK_VERSIONS, directory = tmpdir()) =>
  createSidecarHost({
    versions,
    directory,
    onStarted(sidecar) {
      started.push(sidecar)
      return () => {
        ended += 1
      }
    },
  })
beforeEach(() => {
  started = []
  ended = 0
  host = createHost()
})
afterEach(() => host.stop())

const ask = (of = host, method = 'uniswap-v2.quote', params = QUOTE) =>
  of.ask(method, params, new AbortController().signal)

function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
const isGone = ({ pid, ipcPath }: Started) => !isRunning(pid) && !existsSync(dirname(ipcPath))

/** Count what listens at a path and what is connected there (proc_net_unix(5)). */
const countSockets = (path: string) =>
  readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .filter((line) => line.endsWith(` ${path}`)).length

test('default: it starts when it is first asked, answers all from one process, and leaves nothing', async () => {
  expect(await host.pid()).toBeUndefined()
  expect(await Promise.all([ask(), ask()])).toEqual([QUOTED, QUOTED])
  expect(await ask()).toEqual(QUOTED)
  expect(started).toHaveLength(1)
  await host.stop()
  expect([started.every(isGone), ended, await host.pid()]).toEqual([true, 1, undefined])
  expect(await ask()).toEqual(QUOTED)
})

test('behavior: its socket is below the folder that is named, with which its leftovers are removed', async () => {
  const { path } = createRunDirectory(mkdtempSync(join(tmpdir(), 'assay-sidecar-')))
  onTestFinished(() => rmSync(dirname(path), { recursive: true }))
  const named = createHost(SDK_VERSIONS, path)
  onTestFinished(() => named.stop())
  expect(await ask(named)).toEqual(QUOTED)
  expect(started.map(({ ipcPath }) => dirname(dirname(resolve(ipcPath))))).toEqual([path])
})

test('behavior: after a crash it is started again, and the socket of the first is gone', async () => {
  await ask()
  const first = started[0] as Started
  process.kill(first.pid, 'SIGKILL')
  await vi.waitUntil(() => ended === 1, { timeout: 20_000 })
  expect(isGone(first)).toBe(true)
  expect(await ask()).toEqual(QUOTED)
  expect(started.map(({ pid }) => pid)).toEqual([first.pid, await host.pid()])
})

test('behavior: one that is asked for right after a crash, of which nobody has heard yet, is another one', async () => {
  await ask()
  const first = started[0] as Started
  process.kill(first.pid, 'SIGKILL')
  while (isRunning(first.pid));
  expect(await ask()).toEqual(QUOTED)
  expect(started).toHaveLength(2)
})

test('error: SIDECAR_EXITED for one that a signal ended, until it is forgotten', async () => {
  await host.assertAlive()
  await ask()
  await host.assertAlive()
  process.kill((started[0] as Started).pid, 'SIGKILL')
  await expect(host.assertAlive()).rejects.toMatchObject({
    code: 'SIDECAR_EXITED',
    details: { found: 'signal SIGKILL' },
  })
  expect(await ask()).toEqual(QUOTED)
  await expect(host.assertAlive()).rejects.toMatchObject({ code: 'SIDECAR_EXITED' })
  host.forget()
  await host.assertAlive()
  await host.stop()
  await host.assertAlive()
})

test('error: SIDECAR_EXITED for one that a signal ended while it started', async () => {
  const killed = createSidecarHost({
    onStarted({ pid }) {
      process.kill(pid, 'SIGKILL')
      return () => undefined
    },
  })
  await expect(ask(killed)).rejects.toThrow('did not start')
  await expect(killed.assertAlive()).rejects.toMatchObject({ code: 'SIDECAR_EXITED' })
})

test('error: what was asked of one that crashes meanwhile has no answer', async () => {
  await ask()
  const { pid, ipcPath } = started[0] as Started
  await expect.poll(() => countSockets(ipcPath)).toBe(1)
  process.kill(pid, 'SIGSTOP')
  const asked = ask()
  asked.catch(() => undefined)
  // It has been reached, though it stands still.
  await expect.poll(() => countSockets(ipcPath)).toBe(2)
  process.kill(pid, 'SIGKILL')
  await expect(asked).rejects.toThrow(/closed before a whole line|the connection failed/)
})

test('error: who gives up is not kept waiting', async () => {
  await ask()
  process.kill((started[0] as Started).pid, 'SIGSTOP')
  const given = new AbortController()
  const asked = host.ask('uniswap-v2.quote', QUOTE, given.signal)
  given.abort()
  await expect(asked).rejects.toThrow('closed before a whole line')
})

test('error: SDKs of another version, or that are missing, are refused and their process ended', async () => {
  const outdated = createHost({ ...SDK_VERSIONS, '@uniswap/v3-sdk': '3.0.0' })
  await expect(ask(outdated)).rejects.toThrow(
    `@uniswap/v3-sdk is ${SDK_VERSIONS['@uniswap/v3-sdk']}, expected 3.0.0`,
  )
  await expect(ask(createHost({ '@uniswap/v9-sdk': '1.0.0' }))).rejects.toThrow(
    '@uniswap/v9-sdk is missing, expected 1.0.0',
  )
  expect([started.length, ended, started.every(isGone)]).toEqual([2, 2, true])
})

test('error: a method that is none and parameters that fit none are told, and the next is answered', async () => {
  await expect(ask(host, 'constructor')).rejects.toThrow('there is no method constructor')
  await expect(ask(host, 'uniswap-v2.quote', { ...(QUOTE as object), reserve0: 'x' })).rejects.toThrow()
  expect(await ask()).toEqual(QUOTED)
  expect(started).toHaveLength(1)
})

test('behavior: the versions that are taken are those of the lockfile', () => {
  const path = fileURLToPath(new URL('../../package.json', import.meta.url))
  const { dependencies } = JSON.parse(readFileSync(path, 'utf8'))
  for (const [name, version] of Object.entries(SDK_VERSIONS)) expect(dependencies[name]).toBe(version)
})

test.each([
  'SIGINT',
  'SIGTERM',
  'SIGKILL',
] as const)('behavior: an owner that ends by %s leaves no process and no socket', async (signal) => {
  const script = fileURLToPath(new URL('../../test/chain/sidecar-owner.ts', import.meta.url))
  const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [data] = (await once(owner.stdout, 'data')) as [Buffer]
  const sidecar: Started = JSON.parse(data.toString())
  expect(isRunning(sidecar.pid)).toBe(true)
  owner.kill(signal)
  await vi.waitUntil(() => isGone(sidecar), { timeout: 20_000 })
})
