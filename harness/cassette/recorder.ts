import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RpcEndpoint } from '../chain/rpc-endpoint.ts'
import { HarnessError } from '../errors.ts'
import {
  answerUnasked,
  type Cassette,
  type CassetteAnswer,
  type CassetteEntry,
  type CassetteWorld,
  hashRequest,
} from './cassette.ts'
import { type Asked, answerBody } from './json-rpc.ts'

/** Stands between forks and their upstream, and keeps each question with its answer. */
export interface Recorder {
  /** Where forks ask. */
  readonly url: string
  /** What was recorded up to now. */
  cassette(): Cassette
  stop(): Promise<void>
}

/** What depends on when it is asked; asked first, and answered so ever after, in the recording and in its replays. */
const PINNED = ['eth_chainId', 'eth_blockNumber', 'eth_gasPrice'] as const

/** Refusals that an upstream repeats whenever it is asked (JSON-RPC 2.0, section 5.1): no such method, no such parameters. */
const LASTING_ERRORS = [-32_600, -32_601, -32_602]

/**
 * Start to record an upstream. Each question is forwarded once; who asks it again gets what was kept.
 *
 * @param redact takes the secrets of the upstream's URL out of a text
 * @throws HarnessError RPC_UNREACHABLE, RPC_ERROR where the upstream does not say what it is
 */
export async function startRecorder(
  upstream: RpcEndpoint,
  world: CassetteWorld,
  redact: (text: string) => string,
): Promise<Recorder> {
  const entries = new Map<string, CassetteEntry>()
  const asking = new Map<string, Promise<CassetteAnswer>>()
  const forward = async (hash: string, { method, params }: Asked): Promise<CassetteAnswer> => {
    const { answer, isLasting } = await ask(upstream, method, params, redact)
    if (isLasting) entries.set(hash, { method, params, answer })
    return answer
  }
  const answer = (asked: Asked): CassetteAnswer | Promise<CassetteAnswer> => {
    const hash = hashRequest(asked.method, asked.params)
    const kept = answerUnasked(asked.method) ?? entries.get(hash)?.answer ?? asking.get(hash)
    if (kept !== undefined) return kept
    const answering = forward(hash, asked).finally(() => asking.delete(hash))
    asking.set(hash, answering)
    return answering
  }
  for (const method of PINNED) await answer({ id: 1, method, params: [] })
  // A fork keeps its connections for as long as it lives.
  const server = createServer(
    { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 },
    async (request, response) => {
      try {
        const body = await answerBody(await text(request), answer)
        response.writeHead(200, { 'content-type': 'application/json' }).end(body)
      } catch (cause) {
        // The fork's own proxy says which request it was.
        response.writeHead(502).end(cause instanceof HarnessError ? cause.message : 'no answer')
      }
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cassette: () => ({ world, entries }),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function ask(
  upstream: RpcEndpoint,
  method: string,
  params: readonly unknown[],
  redact: (text: string) => string,
): Promise<{ readonly answer: CassetteAnswer; readonly isLasting: boolean }> {
  const { status, body } = await upstream.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const said = parse(body)
  if (said?.error !== undefined) {
    const code = Number.isInteger(said.error.code) ? Number(said.error.code) : -32_603
    return { answer: { error: { code } }, isLasting: LASTING_ERRORS.includes(code) }
  }
  if (status !== 200 || said?.result === undefined) {
    throw new HarnessError('RPC_UNREACHABLE', 'the upstream does not answer what is recorded', {
      where: upstream.label,
      expected: `an answer to ${method}`,
      found: `HTTP ${status} without a JSON-RPC answer`,
      hint: 'check URL, key and quota, and record again',
    })
  }
  return { answer: { result: withoutSecrets(said.result, redact) }, isLasting: true }
}

interface Said {
  readonly result?: unknown
  readonly error?: { readonly code?: unknown }
}

function parse(body: string): Said | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return value === null || typeof value !== 'object' ? undefined : value
  } catch {
    return undefined
  }
}

/** What a chain says is hex; any other text is the provider's own, which may quote the key. */
function withoutSecrets(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return /^0x[\da-f]*$/i.test(value) ? value : redact(value)
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, redact))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutSecrets(member, redact)]),
  )
}
