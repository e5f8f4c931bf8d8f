import { HarnessError } from '../errors.ts'
import { redactUrl } from './redact-url.ts'
import { createRequestCounter } from './request-counter.ts'
import { type RpcClient, RpcError } from './rpc-client.ts'

/** Options of {@link createHttpClient}. */
export interface HttpOptions {
  /** For each request; 15 000 ms by default. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
}

interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/**
 * Create a client of a user's RPC endpoint.
 *
 * Nothing is repeated, and no message shows more of the URL than its host. Requests fail with RPC_UNREACHABLE (no
 * connection, or an answer that is not JSON-RPC), RPC_TIMEOUT or RPC_CLOSED; what the node itself refuses is an
 * RpcError.
 *
 * @throws HarnessError BAD_USAGE when it is not an http(s) URL
 */
export function createHttpClient(url: string, options: HttpOptions = {}): RpcClient {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new HarnessError('BAD_USAGE', 'the RPC URL is not an http(s) URL', {
      expected: 'for example https://eth.example.org/v1/<key>',
      found: 'something else',
      hint: 'pass --rpc-url with a full URL',
    })
  }
  const { timeoutMs = 15_000, fetch: send = fetch } = options
  const { username, password } = new URL(url)
  const target = new URL(url)
  // fetch refuses URLs with a user name; providers expect it as a header.
  target.username = ''
  target.password = ''
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (username !== '') {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
  }
  const counter = createRequestCounter()
  const closed = new AbortController()
  let nextId = 0

  const failure = (
    code: 'RPC_UNREACHABLE' | 'RPC_TIMEOUT' | 'RPC_CLOSED',
    method: string,
    found: string,
    cause?: unknown,
  ) =>
    new HarnessError(code, 'the RPC endpoint does not answer', {
      where: redactUrl(url),
      expected: `an answer to ${method} within ${timeoutMs} ms`,
      found,
      hint: 'check URL, key and network, or leave --rpc-url out to use the embedded origin',
      cause,
    })

  const post = async (method: string, body: string): Promise<RpcAnswer> => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      const response = await send(target, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.any([timeout, closed.signal]),
      })
      const answer = parse(await response.text())
      if (answer !== undefined) return answer
      throw failure('RPC_UNREACHABLE', method, describeStatus(response.status))
    } catch (cause) {
      if (cause instanceof HarnessError) throw cause
      if (closed.signal.aborted) throw failure('RPC_CLOSED', method, 'the client was closed', cause)
      if (timeout.aborted) throw failure('RPC_TIMEOUT', method, 'silence', cause)
      throw failure('RPC_UNREACHABLE', method, describeCause(cause), cause)
    }
  }

  return {
    async request<T>(method: string, params: readonly unknown[] = []) {
      counter.count(method, params)
      nextId += 1
      const { error, result } = await post(
        method,
        JSON.stringify({ jsonrpc: '2.0', id: nextId, method, params }),
      )
      if (error) throw new RpcError(method, error)
      return result as T
    },
    get roundTrips() {
      return counter.roundTrips
    },
    resetRoundTrips: counter.resetRoundTrips,
    onRequest: counter.onRequest,
    close: () => closed.abort(),
  }
}

function parse(text: string): RpcAnswer | undefined {
  try {
    const answer = JSON.parse(text) as RpcAnswer | null
    if (typeof answer !== 'object' || answer === null) return undefined
    if (typeof answer.error?.message === 'string') return answer
    return 'result' in answer ? answer : undefined
  } catch {
    return undefined
  }
}

function describeStatus(status: number): string {
  const answer = `HTTP ${status} without a JSON-RPC answer`
  if (status === 401 || status === 403) return `${answer}: the key is refused`
  if (status === 429) return `${answer}: too many requests`
  return answer
}

/** What undici knows is in the cause; its own message is "fetch failed". */
function describeCause(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (!(inner instanceof Error)) return String(inner)
  return inner.message || ((inner as NodeJS.ErrnoException).code ?? inner.name)
}
