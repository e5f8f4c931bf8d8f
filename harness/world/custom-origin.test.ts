import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../chain/anvil.ts'
import { findBinary } from '../chain/binaries.ts'
import { startFork } from '../chain/fork.ts'
import { STATE_DIR } from '../cli/paths.ts'
import { openCustomOrigin } from './custom-origin.ts'
import { deployFixtures } from './fixtures.ts'
import { MAINNET_BOOK } from './mainnet-book.ts'
import { buildOrigin, type OriginSnapshot } from './origin.ts'

const binary = findBinary('anvil')
const directory = mkdtempSync(join(tmpdir(), 'assay-custom-'))
let snapshot: OriginSnapshot
/** Stands in for mainnet: chain 1 with the same contracts at the same addresses. */
let mainnet: Anvil
let goerli: Anvil
let server: Server
let serverUrl: string

beforeAll(async () => {
  snapshot = await buildOrigin({ stateDir: STATE_DIR, anvilBinary: binary })
  const loadState = join(directory, 'state.json')
  writeFileSync(loadState, snapshot.readDump())
  const common = { noMining: true, accounts: 1 }
  mainnet = await startAnvil({
    binary,
    directory,
    name: 'mainnet',
    parameters: { ...common, chainId: 1, loadState },
  })
  goerli = await startAnvil({ binary, directory, name: 'goerli', parameters: { ...common, chainId: 5 } })
  server = createServer((request, response) => {
    if (request.url?.startsWith('/silent')) return
    if (request.url?.startsWith('/quota')) {
      response.end('{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"quota exceeded"}}')
      return
    }
    response.writeHead(401).end('who are you?')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await mainnet?.stop()
  await goerli?.stop()
  rmSync(directory, { recursive: true, force: true })
})

const open = (rpcUrl: string, blockNumber = BigInt(snapshot.head.number), timeoutMs = 5_000) =>
  openCustomOrigin({ rpcUrl, blockNumber, timeoutMs })

test('default', async () => {
  const origin = await open(mainnet.url)
  expect(origin.book).toBe(MAINNET_BOOK)
  expect(origin.head).toEqual(snapshot.head)
  expect(origin.contentHash).not.toBe(snapshot.contentHash)
  expect((await open(mainnet.url)).contentHash).toBe(origin.contentHash)
})

test('behavior: a fork of it takes the same fixtures', async () => {
  const origin = await open(mainnet.url)
  const fork = await startFork({
    binary,
    directory,
    name: 'fork',
    upstreamUrl: mainnet.url,
    forkBlockNumber: BigInt(origin.head.number),
    forkTimestampSeconds: BigInt(origin.head.timestampSeconds),
    chainId: 1,
    prepare: (control) => deployFixtures(control, origin),
    startTimestampSeconds: 1_800_000_000n,
  })
  try {
    expect(await fork.rpc.request('eth_getCode', [fork.prepared.cage, 'latest'])).not.toBe('0x')
  } finally {
    await fork.stop()
  }
})

test('error: CHAIN_MISMATCH for an unsupported chain', async () => {
  await expect(open(goerli.url, 0n)).rejects.toMatchObject({
    code: 'CHAIN_MISMATCH',
    details: { expected: 'chain 1 or 31337', found: 'chain 5' },
  })
})

test('error: CHAIN_MISMATCH when contracts are not there yet', async () => {
  const bare = await startAnvil({ binary, directory, name: 'bare', parameters: { chainId: 1, accounts: 1 } })
  try {
    await expect(open(bare.url, 0n)).rejects.toMatchObject({
      code: 'CHAIN_MISMATCH',
      details: { found: expect.stringContaining('multicall3') },
    })
  } finally {
    await bare.stop()
  }
})

test('error: BAD_USAGE', async () => {
  await expect(open(mainnet.url, 10_000n)).rejects.toMatchObject({
    code: 'BAD_USAGE',
    details: { hint: `pass --fork-block-number ${snapshot.head.number} or lower` },
  })
  for (const url of ['localhost:8545', 'not a url', 'ftp://example.org']) {
    await expect(open(url)).rejects.toMatchObject({ code: 'BAD_USAGE' })
  }
})

test('error: RPC_UNREACHABLE', async () => {
  await expect(open('http://127.0.0.1:1')).rejects.toMatchObject({
    code: 'RPC_UNREACHABLE',
    details: { where: 'http://127.0.0.1:1' },
  })
  await expect(open(`${serverUrl}/silent`, 1n, 100)).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
  await expect(open(`${serverUrl}/v1/secret-key`)).rejects.toMatchObject({
    code: 'RPC_UNREACHABLE',
    message: expect.stringMatching(/HTTP 401(?!.*secret-key)/s),
  })
})

test('error: RPC_ERROR', async () => {
  await expect(open(`${serverUrl}/quota?key=secret-key`)).rejects.toMatchObject({
    code: 'RPC_ERROR',
    message: expect.not.stringContaining('secret-key'),
  })
})
