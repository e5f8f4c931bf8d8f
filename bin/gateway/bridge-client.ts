/**
 * What generated extensions import: registers tools with Pi whose calls the gateway carries out.
 *
 * ASSAY_GATEWAY_URL, ASSAY_GATEWAY_TOKEN, ASSAY_GATEWAY_SESSION and ASSAY_GATEWAY_TIMEOUT_MS say where it is and for
 * which session. Pi loads this file by a loader of its own, with packages of Pi's: it imports nothing of the stack.
 */
import type { ExtensionFactory } from '@earendil-works/pi-coding-agent'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/** A tool as the generated file states it. */
interface BridgedTool {
  readonly name: string
  readonly label: string
  readonly description: string
  readonly parameters: TSchema
}

interface Connection {
  readonly url: string
  readonly token: string
  readonly session: string
  readonly timeoutMs: number
}

/** What an answer comes to at most, in bytes: no gateway has a reason to send more. */
const MOST_BYTES = 64 * 1024 * 1024
const DEFAULT_TIMEOUT_MS = 60_000

/** Problems of parameters that a model is shown. */
const MOST_PROBLEMS = 8

/** What goes wrong on this side, with what to do; the gateway's own errors come with codes of their own. */
export const BRIDGE_ERRORS = {
  GATEWAY_NOT_CONFIGURED: 'start this agent by `assay gateway`, which gives it the address and a token',
  GATEWAY_UNREACHABLE:
    'the gateway has ended or cannot be reached; nothing was done; go on without its tools',
  GATEWAY_TIMED_OUT: 'the gateway does not answer; what it began may still come to its end',
  GATEWAY_ANSWER_INVALID: 'what answered is no gateway of this version; report it',
  INVALID_PARAMS: 'correct the named parameters; nothing was done',
} as const

const fail = (code: keyof typeof BRIDGE_ERRORS, message: string) =>
  new Error(`${code}: ${message}\n  do: ${BRIDGE_ERRORS[code]}`)

/** Survives a reload of extensions, which the environment does not. */
const KEPT = Symbol.for('assay.gateway.connection')

/**
 * Take the connection out of the environment: no child process inherits the token. What the process was started with
 * stays in `/proc/<pid>/environ`, for its user to read.
 */
function takeConnection(): Connection | undefined {
  const kept = globalThis as { [KEPT]?: Connection }
  const {
    ASSAY_GATEWAY_URL: url,
    ASSAY_GATEWAY_TOKEN: token,
    ASSAY_GATEWAY_SESSION: session = '',
  } = process.env
  const timeoutMs = Number(process.env.ASSAY_GATEWAY_TIMEOUT_MS) || DEFAULT_TIMEOUT_MS
  if (url && token) kept[KEPT] = { url, token, session, timeoutMs }
  for (const name of Object.keys(process.env)) if (name.startsWith('ASSAY_GATEWAY_')) delete process.env[name]
  return kept[KEPT]
}

/** By it Pi knows schemas whose values something else has converted already. */
const CONVERTED = Symbol.for('TypeBox.Kind')

/** A schema as Pi is to have it: converting to what a schema asks for changes some values that fit it. */
export const withoutConversion = (parameters: TSchema): TSchema => ({
  ...(JSON.parse(JSON.stringify(parameters)) as TSchema),
  [CONVERTED]: 'Unsafe',
})

/** Make the extension that offers some tools of the gateway. */
export const bridgeTools =
  (tools: readonly BridgedTool[]): ExtensionFactory =>
  (pi) => {
    const connection = takeConnection()
    for (const { name, label, description, parameters } of tools) {
      const validator = Compile(parameters)
      pi.registerTool({
        ...{ name, label, description },
        parameters: withoutConversion(parameters) as never,
        // Runs before Pi's own validation, which makes a number of null.
        prepareArguments(args) {
          if (validator.Check(args)) return args as never
          const problems = [...validator.Errors(args)]
            .slice(0, MOST_PROBLEMS)
            .map(({ instancePath, message }) => `${instancePath || '/'} ${message}`)
          throw fail('INVALID_PARAMS', problems.join('; '))
        },
        execute: (_, params, signal) => call(connection, name, params, signal),
      })
    }
  }

async function call(connection: Connection | undefined, tool: string, params: unknown, signal?: AbortSignal) {
  if (connection === undefined) throw fail('GATEWAY_NOT_CONFIGURED', `${tool} has no gateway to call`)
  const { session } = connection
  const answer = await post(connection, { tool, params, sessionKey: session, pid: process.pid }, signal)
  if (!answer.ok) throw new Error(describe(answer.error))
  const { content, details = null, isError } = answer.result
  if (isError) throw new Error(content.map((block) => ('text' in block ? block.text : '[image]')).join('\n'))
  // What a plugin answers is from outside: whoever reads it is told so.
  return { content: [...content], details: { tool, session, labels: ['UntrustedExternal'], details } }
}

type Block = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }
type WireError = {
  code: string
  message: string
  hint: string
  problems?: { path: string; message: string }[]
}
type Answer =
  | { ok: true; result: { content: readonly Block[]; details?: unknown; isError?: boolean } }
  | { ok: false; error: WireError }

const describe = ({ code, message, hint, problems = [] }: WireError) =>
  [
    `${code}: ${message}`,
    ...problems.map((problem) => `  at ${problem.path}: ${problem.message}`),
    `  do: ${hint}`,
  ].join('\n')

async function post(
  { url, token, timeoutMs }: Connection,
  body: object,
  signal?: AbortSignal,
): Promise<Answer> {
  const expiry = AbortSignal.timeout(timeoutMs)
  let text: string
  try {
    const response = await fetch(`${url}/api/tools/call`, {
      method: 'POST',
      redirect: 'error',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, expiry]) : expiry,
    })
    text = await readText(response)
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (expiry.aborted) throw fail('GATEWAY_TIMED_OUT', `no answer from the gateway within ${timeoutMs} ms`)
    const { code = 'no connection' } = ((cause as Error).cause ?? {}) as { code?: string }
    throw fail('GATEWAY_UNREACHABLE', `the gateway at ${url} does not answer (${code})`)
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
  try {
    const answer = JSON.parse(text) as Partial<Record<string, unknown>>
    const { content } = (answer.result ?? {}) as { content?: unknown }
    const { code } = (answer.error ?? {}) as { code?: unknown }
    if ((answer.ok === true && Array.isArray(content)) || (answer.ok === false && typeof code === 'string')) {
      return answer as Answer
    }
  } catch {
    // Falls through to the same end.
  }
  throw fail('GATEWAY_ANSWER_INVALID', 'the answer is not that of a gateway')
}
