import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenChain, openChain } from '../../test/chain/open-chain.ts'
import { isRunning } from '../../test/chain/start-owner.ts'
import { startAnvil } from './anvil.ts'
import type { AnvilOptions } from './anvil-process.ts'

let chain: OpenChain
beforeAll(async () => {
  chain = await openChain()
})
afterAll(() => chain?.close())

const start = (options: Partial<AnvilOptions> = {}) =>
  startAnvil({ binary: chain.binary, directory: chain.directory, name: 'anvil', parameters: {}, ...options })

const writeScript = (name: string, script: string) => {
  const path = join(chain.stateDir, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test('default', async () => {
  const anvil = await start({ parameters: { chainId: 77 } })
  expect(await anvil.rpc.request('eth_chainId')).toBe('0x4d')
  const response = await fetch(anvil.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}',
  })
  expect(await response.json()).toMatchObject({ result: '0x4d' })
  const other = await anvil.connect()
  await anvil.stop()
  await anvil.stop()
  expect(isRunning(anvil.pid)).toBe(false)
  await expect(other.request('eth_chainId')).rejects.toMatchObject({ code: 'RPC_CLOSED' })
})

test('behavior: what one connection changes another one that recalls sees', async () => {
  const anvil = await start({})
  const oracle = await anvil.connect({ recalls: true })
  const read = () => oracle.request('eth_getBalance', [`0x${'11'.repeat(20)}`, 'latest'])
  expect([await read(), await read(), oracle.roundTrips]).toEqual(['0x0', '0x0', 1])
  await anvil.rpc.request('anvil_setBalance', [`0x${'11'.repeat(20)}`, '0x7'])
  expect([await read(), oracle.roundTrips]).toEqual(['0x7', 2])
  await anvil.rpc.request('evm_setAutomine', [true])
  expect([await read(), await read(), oracle.roundTrips]).toEqual(['0x7', '0x7', 4])
  await anvil.stop()
})

test('behavior: several at once get ports of their own', async () => {
  const anvils = await Promise.all([0, 1, 2, 3].map((index) => start({ name: `many-${index}` })))
  expect(new Set(anvils.map(({ port }) => port)).size).toBe(4)
  await Promise.all(anvils.map((anvil) => anvil.stop()))
})

test('error: SOCKET_IN_USE for a second one of the same name, whose requests the first would answer', async () => {
  const results = await Promise.allSettled([1, 2].map((chainId) => start({ parameters: { chainId } })))
  const anvils = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  try {
    expect(errors).toMatchObject([
      {
        code: 'SOCKET_IN_USE',
        message: expect.stringMatching(/anvil\.ipc\n[\s\S]*do: +give each node .* a name of its own/),
      },
    ])
  } finally {
    await Promise.all(anvils.map((anvil) => anvil.stop()))
  }
  // The name is free again when its process has ended.
  await (await start()).stop()
})

test('error: SOCKET_IN_USE for a socket that was left', async () => {
  const path = join(chain.directory, 'left.ipc')
  writeFileSync(path, '')
  await expect(start({ name: 'left' })).rejects.toMatchObject({
    code: 'SOCKET_IN_USE',
    details: { where: path },
  })
})

test('error: ANVIL_START_FAILED for a socket path that is too long', async () => {
  const directory = join(chain.stateDir, 'x'.repeat(120))
  mkdirSync(directory)
  await expect(start({ directory })).rejects.toMatchObject({
    code: 'ANVIL_START_FAILED',
    details: { expected: 'at most 107 bytes' },
  })
})

test('behavior: one that ignores SIGTERM is killed', async () => {
  const stubborn = writeScript('stubborn', "trap '' TERM\nwhile :; do sleep 0.1; done")
  await expect(start({ binary: stubborn, startTimeoutMs: 50 })).rejects.toMatchObject({
    code: 'ANVIL_START_FAILED',
    details: { found: 'it did not listen within 50 ms' },
  })
})

test('error: PORT_IN_USE', async () => {
  await expect(start({ port: chain.upstream.port })).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    details: { where: `127.0.0.1:${chain.upstream.port}` },
  })
})

test('error: ANVIL_START_FAILED', async () => {
  await expect(start({ binary: '/opt/none/anvil' })).rejects.toMatchObject({ code: 'ANVIL_START_FAILED' })
  await expect(start({ binary: '/bin/true' })).rejects.toMatchObject({
    code: 'ANVIL_START_FAILED',
    details: { found: 'exit code 0' },
  })
  await expect(start({ binary: writeScript('loud', 'echo no such flag >&2; exit 2') })).rejects.toMatchObject(
    {
      code: 'ANVIL_START_FAILED',
      details: { found: 'exit code 2 | no such flag' },
    },
  )
})

test('error: ANVIL_START_FAILED says which signal ended one that was starting, whatever it had said', async () => {
  const binary = writeScript('killed', 'echo starting; kill -KILL $$')
  await expect(start({ binary })).rejects.toMatchObject({
    code: 'ANVIL_START_FAILED',
    details: { found: 'signal SIGKILL | starting', hint: expect.stringContaining('out-of-memory killer') },
  })
})

test('error: INTERRUPTED when Ctrl-C reaches one that is starting', async () => {
  const binary = writeScript('interrupted', 'kill -INT $$')
  await expect(start({ binary })).rejects.toMatchObject({ code: 'INTERRUPTED' })
})

test('error: RPC_UNREACHABLE for a dead or wrong upstream, without its key', async () => {
  const server = createServer((_, response) => response.writeHead(401).end('who are you?'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const forkUrl of ['http://127.0.0.1:1/v1/secret', `http://127.0.0.1:${port}/v1/secret`]) {
    const failure = await start({ parameters: { forkUrl, forkBlockNumber: 3n } }).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({
      code: 'RPC_UNREACHABLE',
      details: { where: `${new URL(forkUrl).origin}/…` },
    })
    expect(String(failure)).not.toContain('secret')
  }
  server.close()
})

test('error: ANVIL_EXITED says why', async () => {
  const upstream = await start({ name: 'leaves' })
  const fork = await start({
    name: 'stays',
    parameters: { forkUrl: upstream.url, forkBlockNumber: 0n, noMining: true },
  })
  await upstream.stop()
  // It aborts on the first block whose parts it cannot fetch.
  const mining = fork.rpc.request('evm_mine')
  const reading = fork.rpc.request('eth_blockNumber').catch(() => undefined)
  await expect(mining).rejects.toMatchObject({
    code: 'ANVIL_EXITED',
    details: {
      found: expect.stringMatching(/^signal SIGABRT\n(.*\n)*.*panicked(.*\n)*.*Connection refused/),
    },
  })
  await reading
  await expect(fork.connect()).rejects.toMatchObject({ code: 'ANVIL_EXITED' })
  expect(await fork.exited).toEqual({ exitCode: null, signal: 'SIGABRT' })
  await fork.stop()
})

test('behavior: the socket is in the run directory, on the command line', async () => {
  const anvil = await start({ name: 'named' })
  const words = readFileSync(`/proc/${anvil.pid}/cmdline`, 'utf8').split('\0')
  expect(words[words.indexOf('--ipc') + 1]).toBe(join(chain.directory, 'named.ipc'))
  await anvil.stop()
})
