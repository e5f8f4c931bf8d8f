/**
 * How a process finds its gateway and calls it: ASSAY_GATEWAY_URL, ASSAY_GATEWAY_TOKEN, ASSAY_GATEWAY_SESSION and
 * ASSAY_GATEWAY_TIMEOUT_MS say where it is and for which session. Pi loads this file by a loader of its own, with packages
 * of Pi's: it imports nothing of the stack.
 */

/** Where a gateway is, and for whom it is called. */
export interface Connection {
  readonly url: string
  readonly token: string
  readonly session: string
  /** How long an answer is waited for, of the real clock. */
  readonly timeoutMs: number
}

/** A part of what a tool answers; images are base64. */
export type Block = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

/** What a tool of a plugin answers. */
export interface ToolResult {
  readonly content: readonly Block[]
  readonly details?: unknown
  readonly isError?: boolean
}

/** What an answer comes to at most, in bytes: no gateway has a reason to send more. */
const MOST_BYTES = 64 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 60_000
/** A timer of the machine that is to wait for longer waits for one millisecond. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

/** What goes wrong on this side, with what to do; the gateway's own errors come with codes of their own. */
export const BRIDGE_ERRORS = {
  GATEWAY_NOT_CONFIGURED: 'start this agent by `assay gateway`, which gives it the address and a token',
  GATEWAY_UNREACHABLE:
    'the gateway has ended or cannot be reached; nothing was done; go on without its tools',
  GATEWAY_LOST:
    'the gateway has ended; what it began may have been done: see what stands before you ask again',
  GATEWAY_TIMED_OUT: 'the gateway does not answer; what it began may still come to its end',
  GATEWAY_ANSWER_INVALID: 'what answered is no gateway of this version; report it',
  INVALID_PARAMS: 'correct the named parameters; nothing was done',
} as const

/** Why a call came to nothing, in the words of the side where it failed. */
export class GatewayCallError extends Error {
  readonly code: string
  /** What happened, without code and hint. */
  readonly told: string
  readonly hint: string

  constructor({ code, message, hint, problems = [] }: WireError) {
    const told = [message, ...problems.map((problem) => `  at ${problem.path}: ${problem.message}`)].join(
      '\n',
    )
    super(`${code}: ${told}\n  do: ${hint}`)
    this.code = code
    this.told = told
    this.hint = hint
  }
}

/** Make an error of this side. */
export const fail = (code: keyof typeof BRIDGE_ERRORS, message: string): GatewayCallError =>
  new GatewayCallError({ code, message, hint: BRIDGE_ERRORS[code] })

/** Why a request is sent to nobody: none of it was written to a connection. */
const NEVER_SENT: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['UND_ERR_CONNECT_TIMEOUT', 'ERR_INVALID_URL', 'no connection'],
])

/** Survives a reload of extensions, which the environment does not. */
const KEPT = Symbol.for('assay.gateway.connection')

/**
 * Take the connection out of the environment: no child process inherits the token. What the process was started with
 * stays in `/proc/<pid>/environ`, for its user to read.
 */
export function takeConnection(): Connection | undefined {
  const kept = globalThis as { [KEPT]?: Connection }
  const {
    ASSAY_GATEWAY_URL: url,
    ASSAY_GATEWAY_TOKEN: token,
    ASSAY_GATEWAY_SESSION: session = '',
  } = process.env
  const asked = Number(process.env.ASSAY_GATEWAY_TIMEOUT_MS)
  const timeoutMs = asked > 0 ? Math.min(asked, LONGEST_TIMEOUT_MS) : DEFAULT_TIMEOUT_MS
  if (url && token) kept[KEPT] = { url, token, session, timeoutMs }
  for (const name of Object.keys(process.env)) if (name.startsWith('ASSAY_GATEWAY_')) delete process.env[name]
  return kept[KEPT]
}

/**
 * Let the gateway carry out a call.
 *
 * @throws GatewayCallError, or the reason of the signal
 */
export async function callTool(
  connection: Connection,
  tool: string,
  params: unknown,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const body = { tool, params, sessionKey: connection.session, pid: process.pid }
  const answer = await ask(connection, { method: 'POST', path: '/api/tools/call', body }, signal)
  const { content } = (answer.result ?? {}) as { content?: unknown }
  if (!Array.isArray(content)) throw notOfAGateway()
  return answer.result as ToolResult
}

/**
 * Ask the gateway for the tools that it has for this session, as it describes them.
 *
 * @throws GatewayCallError
 */
export async function listTools(connection: Connection): Promise<readonly unknown[]> {
  const { tools } = await ask(connection, { method: 'GET', path: '/api/tools' })
  if (!Array.isArray(tools)) throw notOfAGateway()
  return tools
}

interface WireError {
  readonly code: string
  readonly message: string
  readonly hint: string
  readonly problems?: readonly { readonly path: string; readonly message: string }[]
}
type Answer = Readonly<Record<string, unknown>>

async function ask(
  { url, token, timeoutMs }: Connection,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body?: object },
  signal?: AbortSignal,
): Promise<Answer> {
  const expiry = AbortSignal.timeout(timeoutMs)
  let text: string
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, expiry]) : expiry,
    })
    text = await readText(response)
  } catch (cause) {
    if (signal?.aborted || cause instanceof GatewayCallError) throw cause
    if (expiry.aborted) throw fail('GATEWAY_TIMED_OUT', `no answer from the gateway within ${timeoutMs} ms`)
    const { code = 'no connection' } = ((cause as Error).cause ?? {}) as { code?: string }
    if (NEVER_SENT.has(code)) {
      throw fail('GATEWAY_UNREACHABLE', `the gateway at ${url} does not answer (${code})`)
    }
    throw fail('GATEWAY_LOST', `the gateway at ${url} gave no whole answer (${code})`)
  }
  return readAnswer(text)
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES)
      throw fail('GATEWAY_ANSWER_INVALID', `the answer has more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readAnswer(text: string): Answer {
  let answer: Answer
  try {
    answer = JSON.parse(text) as Answer
  } catch {
    throw notOfAGateway()
  }
  if (answer?.ok === true) return answer
  const error = answer?.error as WireError | undefined
  if (answer?.ok === false && typeof error?.code === 'string' && Array.isArray(error.problems ?? [])) {
    throw new GatewayCallError(error)
  }
  throw notOfAGateway()
}

const notOfAGateway = () => fail('GATEWAY_ANSWER_INVALID', 'the answer is not that of a gateway')
