import { createHash, timingSafeEqual } from 'node:crypto'
import { ToolError } from '../../core/errors.ts'
import { findSchemaProblems } from '../../core/schema.ts'
import type { ToolBackend } from '../backend.ts'
import { workspaceError } from '../workspace-errors.ts'
import {
  type Answers,
  type Line,
  MOST_MESSAGE_BYTES,
  OPERATIONS,
  type Operation,
  type Takes,
} from './messages.ts'

/** Answers one request. */
export type HttpHandler = (request: Request) => Promise<Response>

type Simple = Exclude<Operation, 'run' | 'stop'>

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Create what serves a backend to those who know a token: `POST /<operation>` with JSON, see {@link OPERATIONS}. What it lends is
 * confined as the backend is; it takes no other word for who calls.
 */
export function serveBackend(backend: ToolBackend, token: string): HttpHandler {
  const expected = digest(`Bearer ${token}`)
  const running = new Map<string, AbortController>()
  return async (request) => {
    // Hashes are of one length, whatever was sent.
    if (!timingSafeEqual(digest(request.headers.get('authorization') ?? ''), expected)) {
      return writeFailure(401, 'the token is not the one that was expected')
    }
    const name = new URL(request.url).pathname.slice(1)
    if (request.method !== 'POST' || !Object.hasOwn(OPERATIONS, name)) {
      return writeFailure(404, `there is no ${request.method} /${name}`)
    }
    try {
      const operation = name as Operation
      const given = await readBody(request, operation)
      if (operation === 'run') return runCommand(backend, given as Takes<'run'>, running)
      if (operation === 'stop') {
        running.get((given as Takes<'stop'>).id)?.abort()
        return Response.json({})
      }
      return Response.json(await ANSWERS[operation](backend, given as never))
    } catch (cause) {
      return Response.json(writeError(backend, cause), { status: 422 })
    }
  }
}

const ANSWERS: { readonly [O in Simple]: (backend: ToolBackend, given: Takes<O>) => Promise<Answers<O>> } = {
  async read({ file }, { path, from, most }) {
    const { bytes, sizeBytes } = await file.readFile(path, { from, most })
    return { data: Buffer.from(bytes).toString('base64'), sizeBytes }
  },
  async write({ file }, { path, data }) {
    await file.writeFile(path, Buffer.from(data, 'base64'))
    return {}
  },
  async stat({ file }, { path }) {
    const stat = await file.stat(path)
    return stat ? { stat } : {}
  },
  list: async ({ file }, { path }) => ({ entries: [...(await file.readDir(path))] }),
  async mkdir({ file }, { path }) {
    await file.mkdirAll(path)
    return {}
  },
  async remove({ file }, { path }) {
    await file.remove(path)
    return {}
  },
}

const writeFailure = (status: number, reason: string) =>
  Response.json({ error: { code: 'BACKEND_FAILED', args: { backend: 'http', reason } } }, { status })

/** Write an error for the wire; what is none of the workspace tools says no more than its message. */
function writeError({ name }: ToolBackend, cause: unknown) {
  const error =
    cause instanceof ToolError
      ? cause
      : workspaceError('BACKEND_FAILED', { backend: name, reason: (cause as Error).message })
  const args = Object.entries(error.args).map(([key, value]) => [
    key,
    typeof value === 'number' ? value : String(value),
  ])
  return { error: { code: error.code, args: Object.fromEntries(args) as Record<string, string | number> } }
}

async function readBody(request: Request, operation: Operation): Promise<unknown> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.length
    if (size > MOST_MESSAGE_BYTES) {
      throw workspaceError('ARGUMENT_INVALID', {
        path: '/',
        problem: `has more than ${MOST_MESSAGE_BYTES} bytes`,
      })
    }
    parts.push(part)
  }
  let given: unknown
  try {
    given = JSON.parse(Buffer.concat(parts).toString())
  } catch (cause) {
    throw workspaceError('ARGUMENT_INVALID', { path: '/', problem: 'is no JSON' }, cause)
  }
  const [problem] = findSchemaProblems(OPERATIONS[operation].takes, given)
  if (problem) throw workspaceError('ARGUMENT_INVALID', { path: problem.path, problem: problem.message })
  return given
}

/** Run a command; it is killed when it is stopped by its id, or nobody reads what it writes any more. */
function runCommand(
  backend: ToolBackend,
  { id, ...command }: Takes<'run'>,
  running: Map<string, AbortController>,
): Response {
  if (running.has(id)) throw workspaceError('ARGUMENT_INVALID', { path: '/id', problem: 'is taken' })
  const stop = new AbortController()
  running.set(id, stop)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = (line: Line) => writer.write(encoder.encode(`${JSON.stringify(line)}\n`))
  writer.closed.catch(() => stop.abort())
  const work = async () => {
    try {
      const onOutput = ({ stream, bytes }: { stream: 'stdout' | 'stderr'; bytes: Uint8Array }) =>
        write({ stream, data: Buffer.from(bytes).toString('base64') })
      const { exitCode } = await backend.exec.run(command, onOutput, stop.signal)
      await write({ exitCode })
    } catch (cause) {
      await write(writeError(backend, cause))
    } finally {
      running.delete(id)
    }
    await writer.close()
  }
  // Whoever does not read to the end learns nothing more.
  work().catch(() => undefined)
  return new Response(readable, { headers: { 'content-type': 'application/x-ndjson' } })
}
