import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RpcEndpoint } from '../../harness/chain/rpc-endpoint.ts'
import { PROJECT_ROOT, RUNS_DIR, STATE_DIR } from '../../harness/cli/paths.ts'
import { serveUpstream } from '../../harness/cli/upstream.ts'
import { openUpstream } from '../../harness/stage/upstream.ts'
import { runCommand } from './command.ts'

const KEY = 'cAnArY0123456789'
const USER = 'canary-user'
const PASSWORD = 'pass/w@rd-canary'
const CREDENTIALS = Buffer.from(`${USER}:${PASSWORD}`).toString('base64')
const ENCODED = Buffer.from(KEY).toString('base64')
const BEGINNING = KEY.slice(0, 12)
const SECRETS = [KEY, USER, PASSWORD, encodeURIComponent(PASSWORD), CREDENTIALS, ENCODED, BEGINNING]

const directory = mkdtempSync(join(tmpdir(), 'assay-redaction-'))
const scenario = join(directory, 'wraps.yaml')
let upstream: RpcEndpoint
let blockNumber: bigint
beforeAll(async () => {
  writeFileSync(
    scenario,
    'name: wraps\nsteps:\n  - act: { kind: wrap, amount: 1 ETH }\n    expect: { committed: true }\n',
  )
  const served = await serveUpstream({ onProgress: () => undefined })
  upstream = openUpstream(served.upstream)
  blockNumber = served.upstream.blockNumber
})
afterAll(() => {
  rmSync(directory, { recursive: true, force: true })
})

/** What a provider does once it was asked so often; it quotes the key in whatever it says. */
type Behaviour = 'works' | 'refuses' | 'says no' | 'babbles' | 'hangs up'

async function startProvider(behaviour: Behaviour, afterRequests: number) {
  const authorizations = new Set<string | undefined>()
  let requests = 0
  const quote = (request: IncomingMessage) =>
    `no access with ${KEY} at http://${USER}:${encodeURIComponent(PASSWORD)}@${request.headers.host}${request.url} (${CREDENTIALS})\n${ENCODED}, ${BEGINNING}… is suspended`
  const server: Server = createServer(async (request, response) => {
    requests += 1
    authorizations.add(request.headers.authorization)
    const body = await text(request)
    if (requests > afterRequests && behaviour !== 'works') {
      if (behaviour === 'hangs up') request.socket.destroy()
      else if (behaviour === 'refuses') response.writeHead(401).end(quote(request))
      else if (behaviour === 'babbles') response.writeHead(200).end(quote(request))
      else {
        const { id } = JSON.parse(body) as { id: number }
        const error = { code: -32_000, message: quote(request), data: quote(request) }
        response.writeHead(200).end(JSON.stringify({ jsonrpc: '2.0', id, error }))
      }
      return
    }
    const answer = await upstream.post(body)
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/v2/${KEY}?apikey=${KEY}`,
    authorizations,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Everything that a run printed and wrote. */
async function collect(url: string) {
  const before = new Set([...readdirSync(RUNS_DIR), ...readdirSync(STATE_DIR)])
  const { code, stdout, stderr } = await runCommand([
    'run',
    scenario,
    ...['--workers', '1', '--rpc-url', url, '--fork-block-number', String(blockNumber)],
  ])
  const report = /report: (\S+)/.exec(stderr)?.[1]
  const folder = report === undefined ? undefined : dirname(join(PROJECT_ROOT, report))
  const files =
    folder === undefined ? [] : readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const left = readdirSync(STATE_DIR).filter((name) => name.startsWith('run-') && !before.has(name))
  return { code, stdout, stderr, files, left }
}

describe('a URL with a key, a user name and a password', () => {
  test.each<[Behaviour, number, number | undefined]>([
    ['works', 0, undefined],
    ['refuses', 0, 2],
    ['says no', 0, 2],
    ['babbles', 0, 2],
    ['hangs up', 0, 2],
    ['refuses', 40, 2],
    ['says no', 40, 2],
    ['babbles', 40, 2],
    ['hangs up', 40, 2],
  ])('a provider that %s after %i requests', async (behaviour, afterRequests, expected) => {
    const provider = await startProvider(behaviour, afterRequests)
    try {
      const { code, stdout, stderr, files } = await collect(provider.url)
      const said = [stdout, stderr, ...files].join('\n')
      for (const secret of SECRETS) expect(said.toLowerCase()).not.toContain(secret.toLowerCase())
      expect([...provider.authorizations]).toEqual([`Basic ${CREDENTIALS}`])
      expect(stderr).not.toMatch(/^ {4}at /m)
      if (expected === undefined) expect(code, said).toBe(0)
      else expect(code, said).toBe(expected)
    } finally {
      provider.stop()
    }
  })

  test('a URL in the wrong place', async () => {
    const url = `https://${USER}:${encodeURIComponent(PASSWORD)}@eth.example.org/v2/${KEY}`
    for (const args of [
      ['run', url],
      ['run', `--rpcurl=${url}`],
      ['run', '--rpc-url', url],
      ['run', '--rpc-url', url.replace('https', 'wss'), '--fork-block-number', '1'],
      ['replay', url],
    ]) {
      const { code, stdout, stderr } = await runCommand(args)
      expect(code).toBe(2)
      for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret)
    }
  })
})
