import type { Json } from '../core/json.ts'
import { findSchemaProblems, type Static, Type } from '../core/schema.ts'
import type { PromptAgent } from './agents.ts'
import { type CallTool, listToolsFor } from './call-tool.ts'
import { gatewayError, statusOf, toWireError } from './errors.ts'
import type { GatewayLimits } from './limits.ts'
import type { PluginRegistry } from './registry.ts'
import type { SessionTable } from './sessions.ts'
import type { Caller, Tokens } from './tokens.ts'

/** A request as the HTTP port gives it. */
export interface ServiceRequest {
  readonly method: string
  /** Path of the URL, without query. */
  readonly path: string
  /** The `Authorization` header. */
  readonly authorization: string | undefined
  /** Read the body; undefined when it is longer. Rejects when it does not come whole. */
  readBody(mostBytes: number): Promise<string | undefined>
  /** Aborted when the caller is gone. */
  readonly signal: AbortSignal
}

/** What is answered: JSON. */
export interface ServiceResponse {
  readonly status: number
  readonly body: Json
}

/** Answers the requests of agents and of who runs the gateway. */
export type Service = (request: ServiceRequest) => Promise<ServiceResponse>

/** What became of a request, for the log: no parameters, no results, no tokens. */
export interface ServiceEvent {
  readonly route: string
  readonly status: number
  readonly caller?: string
  readonly tool?: string
  readonly session?: string
  readonly code?: string
}

const CallBody = Type.Object(
  {
    tool: Type.String({ maxLength: 256 }),
    params: Type.Unknown(),
    sessionKey: Type.Optional(Type.String({ maxLength: 256 })),
    pid: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { additionalProperties: false },
)
const PromptBody = Type.Object({ message: Type.String({ minLength: 1 }) }, { additionalProperties: false })

interface Route {
  readonly method: 'GET' | 'POST'
  readonly pattern: RegExp
  readonly isForOperator: boolean
  answer(
    request: ServiceRequest,
    caller: Caller,
    found: readonly string[],
  ): Promise<ServiceResponse & { readonly note?: Partial<ServiceEvent> }>
}

/** Create the service. Everything needs a token, what does not exist included. */
export function createService(deps: {
  readonly tokens: Tokens
  readonly sessions: SessionTable
  readonly registry: PluginRegistry
  readonly callTool: CallTool
  readonly promptAgent: PromptAgent
  readonly limits: GatewayLimits
  readonly onEvent: (event: ServiceEvent) => void
}): Service {
  const routes = createRoutes(deps)
  const answer = async (request: ServiceRequest, caller: Caller) => {
    const [route] = routes.filter(({ pattern }) => pattern.test(request.path))
    if (route === undefined) throw gatewayError('ROUTE_UNKNOWN', { found: request.path.slice(0, 128) })
    const { method, pattern, isForOperator } = route
    if (request.method !== method) {
      throw gatewayError('METHOD_NOT_ALLOWED', {
        ...{ route: request.path, found: request.method.slice(0, 16), expected: method },
      })
    }
    if (isForOperator && caller.role !== 'operator') {
      throw gatewayError('OPERATOR_ONLY', { subject: request.path, found: caller.session })
    }
    return route.answer(request, caller, pattern.exec(request.path) ?? [])
  }
  return async (request) => {
    const caller = deps.tokens.judge(request.authorization)
    let answered: Awaited<ReturnType<Route['answer']>>
    try {
      if (caller === undefined) {
        const found = request.authorization === undefined ? 'no token' : 'another token'
        throw gatewayError('UNAUTHORIZED', { found })
      }
      answered = await answer(request, caller)
    } catch (cause) {
      const error = toWireError(cause)
      answered = { ...failed(error), note: { code: error.code } }
    }
    const { status, body, note } = answered
    deps.onEvent({
      ...{ route: `${request.method} ${request.path}`.slice(0, 128), status },
      ...(caller === undefined
        ? {}
        : { caller: caller.role === 'session' ? `session ${caller.session}` : 'operator' }),
      ...note,
    })
    return { status, body: JSON.parse(deps.tokens.redact(JSON.stringify(body))) as Json }
  }
}

const failed = (error: ReturnType<typeof toWireError>) => ({
  status: statusOf(error),
  body: { ok: false, error: { ...error } } as unknown as Json,
})

function createRoutes(deps: Parameters<typeof createService>[0]): readonly Route[] {
  const { registry, sessions, callTool, promptAgent, limits } = deps
  return [
    {
      method: 'GET',
      pattern: /^\/api\/tools$/,
      isForOperator: false,
      async answer(_, caller) {
        const tools = listToolsFor(caller, registry).map(
          ({ name, description, plugin, isBridged, parameters }) => ({
            ...{ name, description, plugin, isBridged, parameters },
          }),
        )
        return { status: 200, body: { ok: true, tools } as unknown as Json }
      },
    },
    {
      method: 'POST',
      pattern: /^\/api\/tools\/call$/,
      isForOperator: false,
      async answer(request, caller) {
        const body = await readJson(request, CallBody, limits.requestBytes)
        const { tool, params } = body as Static<typeof CallBody>
        const session = sessions.resolve(caller, body)
        const answer = await callTool({ tool, params, session, caller }, request.signal)
        const note = { tool, session }
        if (!answer.ok) return { ...failed(answer.error), note: { ...note, code: answer.error.code } }
        return { status: 200, body: answer as unknown as Json, note }
      },
    },
    {
      method: 'POST',
      pattern: /^\/api\/sessions\/([A-Za-z0-9][A-Za-z0-9._-]*)\/prompt$/,
      isForOperator: true,
      async answer(request, caller, [, key = '']) {
        const session = sessions.resolve(caller, { sessionKey: key })
        const { message } = await readJson(request, PromptBody, limits.requestBytes)
        const result = await promptAgent(session, message)
        return { status: 200, body: { ok: true, result } as unknown as Json, note: { session } }
      },
    },
  ]
}

/** Read a body. @throws ToolError BODY_TOO_LARGE, BODY_INVALID */
async function readJson<Schema extends typeof CallBody | typeof PromptBody>(
  request: ServiceRequest,
  schema: Schema,
  mostBytes: number,
): Promise<Static<Schema>> {
  const text = await request.readBody(mostBytes).catch((cause: unknown) => {
    throw gatewayError('BODY_INVALID', { problem: 'did not come whole' }, { cause })
  })
  if (text === undefined) throw gatewayError('BODY_TOO_LARGE', { expected: mostBytes })
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw gatewayError('BODY_INVALID', { problem: 'is no JSON' })
  }
  const [problem] = findSchemaProblems(schema, body)
  if (problem)
    throw gatewayError('BODY_INVALID', { problem: `is wrong at ${problem.path}: ${problem.message}` })
  return body as Static<Schema>
}
