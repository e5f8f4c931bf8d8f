import type { Clock } from '../core/clock.ts'
import { deepFreeze } from '../core/deep-freeze.ts'
import { describeCause } from '../core/describe-cause.ts'
import { renderSuggestion, ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { findSchemaProblems, toPlainData } from '../core/schema.ts'
import { findNearest } from '../core/suggest.ts'
import { within } from '../core/within.ts'
import { checkResult } from './check-result.ts'
import { gatewayError, toWireError, type WireError } from './errors.ts'
import type { GatewayLimits } from './limits.ts'
import type { CallHook, HookedCall, HookVerdict, PluginResult } from './plugin.ts'
import type { PluginRegistry, RegisteredTool } from './registry.ts'
import type { Caller } from './tokens.ts'

/** A call whose session is known. */
export interface ToolCall {
  readonly tool: string
  readonly params: unknown
  readonly session: string
  /** Whose token it came with. */
  readonly caller: Caller
}

/** What a call came to, as it goes over the wire. */
export type CallAnswer =
  | { readonly ok: true; readonly result: PluginResult }
  | { readonly ok: false; readonly error: WireError }

/** Carries out calls. */
export type CallTool = (call: ToolCall, signal: AbortSignal) => Promise<CallAnswer>

/** List the tools that may be called with a token: what no agent is offered is for who runs the gateway alone. */
export const listToolsFor = ({ role }: Caller, { tools }: PluginRegistry): readonly RegisteredTool[] =>
  [...tools.values()].filter(({ isBridged }) => isBridged || role === 'operator')

/** Create what carries out calls: the schema, the hooks before, the tool in its time, the hooks after. */
export function createCallTool(deps: {
  readonly registry: PluginRegistry
  readonly limits: GatewayLimits
  readonly clock: Pick<Clock, 'setTimer'>
}): CallTool {
  const { registry, limits, clock } = deps
  let running = 0
  const find = (name: string, caller: Caller): RegisteredTool => {
    const tool = registry.tools.get(name)
    if (tool === undefined) {
      const known = listToolsFor(caller, registry).map((each) => each.name)
      const suggestion = renderSuggestion(findNearest(name, known))
      throw gatewayError('TOOL_UNKNOWN', { found: name.slice(0, 64), suggestion })
    }
    if (caller.role === 'session' && !tool.isBridged) {
      throw gatewayError('OPERATOR_ONLY', { subject: name, found: caller.session })
    }
    return tool
  }
  const ask = async (when: CallHook['when'], call: HookedCall) => {
    for (const hook of registry.hooks) if (hook.when === when) await askHook(hook, call, deps)
  }
  const enter = () => {
    if (running >= limits.calls) {
      throw gatewayError('GATEWAY_BUSY', { found: running, expected: limits.calls })
    }
    running += 1
  }
  const leave = () => {
    running -= 1
  }
  const start = (tool: RegisteredTool, params: Json, session: string, signal: AbortSignal) => {
    const expiry = new AbortController()
    const context = { session, signal: AbortSignal.any([signal, expiry.signal]) }
    const ending = (async () => tool.execute(params, context))()
    const answer = within(clock, limits.callMs, ending, () => {
      expiry.abort()
      return gatewayError('TOOL_TIMED_OUT', { tool: tool.name, expected: limits.callMs })
    })
    return { ending, answer }
  }
  return async ({ tool: name, params: given, session, caller }, signal) => {
    try {
      const tool = find(name, caller)
      const params = deepFreeze(toPlainData(given)) as Json
      const problems = findSchemaProblems(tool.parameters, params)
      if (problems.length > 0) return { ok: false, error: describeProblems(problems) }
      const call = deepFreeze({ tool: name, session, params })
      enter()
      // One that is not waited for any more still counts: it uses what it uses.
      let ending: Promise<unknown> = Promise.resolve()
      try {
        await ask('before', call)
        // Whoever has gone was told of nothing, and may ask again.
        if (signal.aborted) throw gatewayError('CALL_ABANDONED', { tool: name })
        const started = start(tool, params, session, signal)
        ending = started.ending
        const answer = await started.answer.catch((cause: unknown) => {
          throw toToolError(name, cause)
        })
        const result = readResult(name, answer, limits)
        await ask('after', deepFreeze({ ...call, result }))
        return { ok: true, result }
      } finally {
        ending.then(leave, leave)
      }
    } catch (cause) {
      return { ok: false, error: toWireError(cause) }
    }
  }
}

/** Ask a hook. @throws ToolError HOOK_DENIED, HOOK_BROKEN */
async function askHook(
  hook: CallHook,
  call: HookedCall,
  { clock, limits }: { readonly clock: Pick<Clock, 'setTimer'>; readonly limits: GatewayLimits },
): Promise<void> {
  const broken = (problem: string) =>
    gatewayError('HOOK_BROKEN', { tool: call.tool, hook: hook.name, problem })
  let reason: string
  try {
    const verdict: HookVerdict | undefined = await within(
      clock,
      limits.hookMs,
      (async () => hook.check(call))(),
      () => broken(`gave no verdict within ${limits.hookMs} ms`),
    )
    if (verdict?.allow === true) return
    if (verdict?.allow !== false) throw broken('gave no verdict')
    reason = String(verdict.reason)
  } catch (cause) {
    throw cause instanceof ToolError ? cause : broken(`failed: ${describeCause(cause)}`)
  }
  throw gatewayError('HOOK_DENIED', { tool: call.tool, hook: hook.name, reason })
}

const toToolError = (tool: string, cause: unknown): ToolError =>
  cause instanceof ToolError
    ? cause
    : gatewayError('TOOL_THREW', { tool, reason: describeCause(cause) }, { cause })

function describeProblems(problems: readonly { path: string; message: string }[]): WireError {
  const [{ path, message } = { path: '/', message: '' }] = problems
  const { code, shortMessage, hint } = new ToolError('INVALID_PARAMS', { path, problem: message })
  return {
    code,
    message: shortMessage,
    hint,
    problems: problems.map((each) => ({ path: each.path, message: each.message })),
  }
}

/** Take a plugin's answer as the JSON that it comes to, so that it cannot be another one later. */
function readResult(tool: string, answer: unknown, { resultBytes }: GatewayLimits): PluginResult {
  const invalid = (problem: string) => gatewayError('RESULT_INVALID', { tool, problem })
  let text: string | undefined
  try {
    text = JSON.stringify(answer)
  } catch (cause) {
    throw invalid(`it is no JSON (${describeCause(cause)})`)
  }
  if (text === undefined) throw invalid('there is none')
  const found = Buffer.byteLength(text)
  if (found > resultBytes) throw gatewayError('RESULT_TOO_LARGE', { tool, found, expected: resultBytes })
  return checkResult(tool, JSON.parse(text))
}
