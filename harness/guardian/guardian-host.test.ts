import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isRunning } from '../../test/chain/start-owner.ts'
import { type OpenWorld, openWorld } from '../../test/world/open-world.ts'
import { decodeGuardianAnswer } from '../../tools/safety/guardian/guardian-wire.ts'
import { createRunDirectory, reapOrphans, reapOwn } from '../chain/process-ledger.ts'
import { ACTORS } from '../world/actors.ts'
import { defaultPolicy } from '../world/default-policy.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { DEFAULT_POLICY_CHOICES, deriveSafetyPolicy } from '../world/safety-policy.ts'
import { exchangeOverSocket } from './exchange-line.ts'
import { createGuardianHost, type GuardianHost } from './guardian-host.ts'
import type { GuardianSetup } from './messages.ts'
import { createScenarioGuardian } from './scenario-guardian.ts'

let stateDir: string
let host: GuardianHost
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-guardian-'))
  const { path } = createRunDirectory(stateDir)
  host = createGuardianHost({ directory: path, ledgerDirectory: path, stateDir })
})
afterEach(async () => {
  await host.stop()
  reapOwn(stateDir)
  rmSync(stateDir, { recursive: true, force: true })
})

const cage = defaultPolicy(EMBEDDED_BOOK)
const pins = { codeHashes: new Map(), implementations: new Map() }
const setupFor = (nodePath: string): GuardianSetup => ({
  policy: deriveSafetyPolicy(EMBEDDED_BOOK, cage, pins, {
    ...DEFAULT_POLICY_CHOICES,
    recipients: cage.recipients,
  }),
  book: EMBEDDED_BOOK,
  account: ACTORS.owner.address,
  operator: ACTORS.operator.address,
  nodePath,
  ledgerPath: host.newLedgerPath(),
  privateKey: ACTORS.guardian.privateKey,
})
const ask = async (socketPath: string, line: string) =>
  decodeGuardianAnswer(await exchangeOverSocket(socketPath)(line, new AbortController().signal))

test('default: one process, kept; its key stands nowhere where others can read it', async () => {
  const world: OpenWorld = await openWorld()
  try {
    const guardian = await host.get()
    expect(await host.get()).toBe(guardian)
    await guardian.setUp(setupFor(world.fork.ipcPath))
    const key = ACTORS.guardian.privateKey.slice(2)
    for (const file of ['cmdline', 'environ']) {
      expect(readFileSync(`/proc/${guardian.pid}/${file}`, 'utf8')).not.toContain(key)
    }
    expect(await ask(guardian.socketPath, '{"policy":{}}')).toMatchObject({
      refused: expect.stringContaining('the request is malformed'),
    })
  } finally {
    await world.close()
  }
})

test('behavior: calls that come together get one process, and a second host in its directory is refused', async () => {
  const [first, second] = await Promise.all([host.get(), host.get()])
  expect(second.pid).toBe(first.pid)
  const directory = dirname(first.socketPath)
  const other = createGuardianHost({ directory, ledgerDirectory: directory, stateDir })
  await expect(other.get()).rejects.toMatchObject({ code: 'SOCKET_IN_USE' })
})

test('error: FORK_LEAK when a scenario would go on with the ledger of another', () => {
  const next = basename(host.newLedgerPath()).replace(/\d+$/, (number) => `${Number(number) + 1}`)
  writeFileSync(join(dirname(host.emptyPath), next), '')
  expect(() => host.newLedgerPath()).toThrow(expect.objectContaining({ code: 'FORK_LEAK' }))
  expect(existsSync(host.newLedgerPath())).toBe(false)
})

test('error: INTERRUPTED when Ctrl-C reaches one that is starting', async () => {
  const starting = host.get()
  starting.catch(() => undefined)
  const ledger = join(stateDir, 'processes')
  await expect.poll(() => readdirSync(ledger), { interval: 1 }).toHaveLength(1)
  process.kill(Number.parseInt(readdirSync(ledger)[0] ?? '', 10), 'SIGINT')
  await expect(starting).rejects.toMatchObject({ code: 'INTERRUPTED' })
  expect(isRunning((await host.get()).pid)).toBe(true)
})

test('I3: a guardian that is not set up, or whose set-up failed, refuses', async () => {
  const guardian = await host.get()
  expect(await ask(guardian.socketPath, '{}')).toEqual({ refused: 'the guardian is not set up' })
  await expect(guardian.setUp(setupFor(join(stateDir, 'no-node.ipc')))).rejects.toMatchObject({
    code: 'INTERNAL',
  })
  expect(await ask(guardian.socketPath, '{}')).toEqual({ refused: 'the guardian is not set up' })
})

test('I30: one that looks by itself is asked by nobody', async () => {
  const asked: string[] = []
  const nodePath = await host.serveNode({
    request: async (method) => {
      asked.push(method)
      if (method === 'eth_chainId') return `0x${EMBEDDED_BOOK.chainId.toString(16)}` as never
      throw new Error('no answer')
    },
  })
  const guardian = await host.get()
  await guardian.setUp(setupFor(nodePath))
  expect(asked).toEqual(['eth_chainId'])
  await guardian.setUp({ ...setupFor(nodePath), looksByItself: true })
  await expect.poll(() => asked).toContain('eth_call')
})

test('behavior: one that was killed is replaced, before it is known to have ended', async () => {
  const first = await host.get()
  void first.kill()
  const second = await host.get()
  expect(second.pid).not.toBe(first.pid)
  expect(isRunning(second.pid)).toBe(true)
})

test('behavior: one that was given up before it could be killed is not left standing', async () => {
  const world: OpenWorld = await openWorld()
  try {
    let expire = () => {}
    const guarded = createScenarioGuardian({
      mode: 'killed',
      host,
      setup: setupFor(world.fork.ipcPath),
      strangerKey: ACTORS.operator.privateKey,
      setTimer(_, callback) {
        expire = callback
        return () => undefined
      },
      // The time of the request is up when the process is ready for it.
      holdTimers: async (work) => {
        const result = await work
        expire()
        return result
      },
    })
    const { guardian } = guarded
    await expect(
      guardian?.pause({ chainId: EMBEDDED_BOOK.chainId, account: ACTORS.owner.address }),
    ).rejects.toThrow('no answer within')
    const stopped = await host.get()
    guarded.close()
    const next = await host.get()
    expect(next.pid).not.toBe(stopped.pid)
    await next.setUp(setupFor(world.fork.ipcPath))
  } finally {
    await world.close()
  }
})

test.each([
  'plain',
  'worker',
  'stray',
])('behavior: no guardian outlives an owner that was killed (%s)', async (mode) => {
  const script = fileURLToPath(new URL('../../test/chain/guardian-owner.ts', import.meta.url))
  const owner = spawn(process.execPath, [script, stateDir, mode], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [data] = (await once(owner.stdout, 'data')) as [Buffer]
  const pid = Number(data.toString())
  expect(isRunning(pid)).toBe(true)
  owner.kill('SIGKILL')
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 })
  reapOrphans(stateDir)
})

test('behavior: one that hangs when its owner is killed is reaped', async () => {
  const script = fileURLToPath(new URL('../../test/chain/guardian-owner.ts', import.meta.url))
  const owner = spawn(process.execPath, [script, stateDir, 'stray'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [data] = (await once(owner.stdout, 'data')) as [Buffer]
  const pid = Number(data.toString())
  const ended = once(owner, 'exit')
  process.kill(pid, 'SIGSTOP')
  owner.kill('SIGKILL')
  await ended
  reapOrphans(stateDir)
  await vi.waitUntil(() => !isRunning(pid), { timeout: 20_000 })
})

test('error: exchangeOverSocket', async () => {
  const never = new AbortController().signal
  await expect(exchangeOverSocket(host.emptyPath)('{}', never)).rejects.toThrow(
    'the connection failed (ENOENT)',
  )

  const path = join(stateDir, 'rude.sock')
  const replies = ['half a line', `${'x'.repeat(2 ** 20 + 1)}`]
  const server = createServer((socket) => socket.end(replies.shift() ?? ''))
  await new Promise<void>((resolve) => server.listen(path, resolve))
  await expect(exchangeOverSocket(path)('{}', never)).rejects.toThrow('closed before a whole line')
  await expect(exchangeOverSocket(path)('{}', never)).rejects.toThrow(
    'more than 1048576 bytes without a line',
  )

  const deaf = createServer()
  await new Promise<void>((resolve) => deaf.listen(join(stateDir, 'deaf.sock'), resolve))
  const connection = new AbortController()
  const answer = exchangeOverSocket(join(stateDir, 'deaf.sock'), () => connection.abort())(
    '{}',
    connection.signal,
  )
  await expect(answer).rejects.toThrow('closed before a whole line')
  server.close()
  deaf.close()
})
