import { describeCause } from '../../core/describe-cause.ts'
import { ToolError, type ToolErrorArgument } from '../../core/errors.ts'
import { readLines } from '../../core/read-lines.ts'
import { findSchemaProblems, type Static, type TSchema } from '../../core/schema.ts'
import type { ExecOps, ToolBackend } from '../backend.ts'
import { WORKSPACE_ERRORS, type WorkspaceErrorCode, workspaceError } from '../workspace-errors.ts'
import {
  type Answers,
  ErrorSchema,
  type Line,
  LineSchema,
  MOST_MESSAGE_BYTES,
  OPERATIONS,
  type Operation,
  type Takes,
} from './messages.ts'

/** Where an HTTP backend is. */
export interface HttpOptions {
  readonly name: string
  /** What serves it; a path in it is kept. */
  readonly url: string
  readonly token: string
}

/** What an HTTP backend needs of the process. */
export interface HttpPorts {
  fetch(url: string, init: RequestInit): Promise<Response>
  /** Gives an identifier that was never used. */
  newId(): string
}

/** Create the backend of another machine over HTTP; what it answers is held to its form, and is followed nowhere. */
export function createHttpBackend(options: HttpOptions, ports: HttpPorts): ToolBackend {
  const client = createClient(options, ports)
  const { call } = client
  return {
    name: options.name,
    machine: 'other',
    file: {
      async readFile(path, { from, most }, signal) {
        const { data, sizeBytes } = await call('read', { path, from, most }, signal)
        return { bytes: Buffer.from(data, 'base64').subarray(0, most), sizeBytes }
      },
      async writeFile(path, bytes, signal) {
        await call('write', { path, data: Buffer.from(bytes).toString('base64') }, signal)
      },
      stat: async (path, signal) => (await call('stat', { path }, signal)).stat,
      readDir: async (path, signal) => (await call('list', { path }, signal)).entries,
      async mkdirAll(path, signal) {
        await call('mkdir', { path }, signal)
      },
      async remove(path, signal) {
        await call('remove', { path }, signal)
      },
    },
    exec: createHttpExec(client, ports),
    close: async () => undefined,
  }
}

interface Client {
  readonly name: string
  post(operation: Operation, body: unknown, signal?: AbortSignal): Promise<Response>
  call<O extends Operation>(operation: O, body: Takes<O>, signal?: AbortSignal): Promise<Answers<O>>
  failed(reason: string, cause?: unknown): ToolError
}

function createClient({ name, url, token }: HttpOptions, ports: HttpPorts): Client {
  const failed = (reason: string, cause?: unknown) =>
    workspaceError('BACKEND_FAILED', { backend: name, reason }, cause)
  const base = url.endsWith('/') ? url : `${url}/`
  const post: Client['post'] = async (operation, body, signal) => {
    let response: Response
    try {
      response = await ports.fetch(new URL(operation, base).href, {
        method: 'POST',
        // The token goes to nobody else.
        redirect: 'error',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: signal ?? null,
      })
    } catch (cause) {
      if (cause instanceof ToolError) throw cause
      throw workspaceError('BACKEND_DISCONNECTED', { backend: name, reason: describeCause(cause) }, cause)
    }
    if (response.ok) return response
    throw readError(name, await readJson(response, failed)) ?? failed(`it answered ${response.status}`)
  }
  return {
    name,
    post,
    failed,
    async call(operation, body, signal) {
      const answer = await readJson(await post(operation, body, signal), failed)
      if (!fits(OPERATIONS[operation].answers, answer))
        throw failed(`it answered ${operation} in another form`)
      return answer as never
    },
  }
}

const fits = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  findSchemaProblems(schema, value).length === 0

/** Read an error of the wire; undefined for what is none. */
function readError(backend: string, answer: unknown): ToolError | undefined {
  if (!fits(ErrorSchema, answer)) return undefined
  const { code, args } = answer.error
  if (!Object.hasOwn(WORKSPACE_ERRORS, code)) return undefined
  const known = { ...(args as Record<string, ToolErrorArgument>), ...('backend' in args ? { backend } : {}) }
  return workspaceError(code as WorkspaceErrorCode, known as never)
}

async function readJson(response: Response, failed: Client['failed']): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of response.body ?? []) {
      size += part.length
      if (size > 2 * MOST_MESSAGE_BYTES) throw new Error('it answered more than it may')
      parts.push(part)
    }
    return JSON.parse(Buffer.concat(parts).toString())
  } catch (cause) {
    throw failed(describeCause(cause), cause)
  }
}

const createHttpExec = (client: Client, ports: HttpPorts): ExecOps => ({
  async run(command, onOutput, signal) {
    signal.throwIfAborted()
    const id = ports.newId()
    // The answer goes on until all that the command started is dead.
    const stop = () => void client.call('stop', { id }).catch(() => undefined)
    signal.addEventListener('abort', stop)
    try {
      const response = await client.post('run', { id, ...command })
      if (signal.aborted) stop()
      for await (const line of readAnswers(response, client)) {
        if ('exitCode' in line) return line
        if ('error' in line) throw readError(client.name, line) ?? client.failed('it gave an unknown error')
        await onOutput({ stream: line.stream, bytes: Buffer.from(line.data, 'base64') })
      }
      throw workspaceError('BACKEND_DISCONNECTED', { backend: client.name, reason: 'the answer has no end' })
    } catch (cause) {
      if (cause instanceof ToolError) throw cause
      if (cause instanceof RangeError)
        throw client.failed(`it wrote what has no end: ${cause.message}`, cause)
      throw workspaceError(
        'BACKEND_DISCONNECTED',
        { backend: client.name, reason: (cause as Error).message },
        cause,
      )
    } finally {
      signal.removeEventListener('abort', stop)
    }
  },
})

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} }

async function* readAnswers({ body }: Response, { failed }: Client): AsyncGenerator<Line> {
  for await (const text of readLines(body ?? NOTHING, MOST_MESSAGE_BYTES)) {
    let line: unknown
    try {
      line = JSON.parse(text)
    } catch (cause) {
      throw failed('it wrote a line that is no JSON', cause)
    }
    if (!fits(LineSchema, line)) throw failed('it wrote a line in another form')
    yield line
  }
}
