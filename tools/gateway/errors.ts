import { describeCause } from '../core/describe-cause.ts'
import { defineErrors, type ErrorSpec } from '../core/errors/define-errors.ts'
import { type ErrorArguments, ToolError, type ToolErrorOptions } from '../core/errors.ts'

/** Codes of the gateway, each with the HTTP status that it is answered with. */
export const GATEWAY_ERRORS = defineErrors('tool', {
  UNAUTHORIZED: {
    status: 401,
    message: 'the request has {found}, expected the bearer token of the gateway or of one of its sessions',
    hint: 'send "Authorization: Bearer <token>"; agents get theirs in the environment when the gateway starts them',
  },
  OPERATOR_ONLY: {
    status: 403,
    message: '{subject} was asked for with the token of session {found}, expected that of the gateway',
    hint: 'only who runs the gateway may do this; agents call the tools that they are offered',
  },
  ROUTE_UNKNOWN: {
    status: 404,
    message: 'nothing is at {found}',
    hint: 'use GET /api/tools, POST /api/tools/call or POST /api/sessions/<key>/prompt',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: '{route} was asked with {found}, expected {expected}',
    hint: 'use the method that is named',
  },
  BODY_TOO_LARGE: {
    status: 413,
    message: 'the body has more than {expected:int} bytes',
    hint: 'send less; files are named by their path',
  },
  BODY_INVALID: {
    status: 400,
    message: 'the body {problem}',
    hint: 'send a JSON object with "tool", "params" and "sessionKey" or "pid"',
  },
  SESSION_UNRESOLVED: {
    status: 400,
    message: 'the call names {found}, expected the key of a session or the pid of an agent of this gateway',
    hint: 'name the session; a pid changes with each restart of its agent',
  },
  SESSION_UNKNOWN: {
    status: 404,
    message: 'no session has the key "{found}"',
    hint: 'name a session of the config',
  },
  SESSION_FOREIGN: {
    status: 403,
    message: 'the call is for session {found}, its token is that of {expected}',
    hint: 'an agent calls tools for its own session',
  },
  TOOL_UNKNOWN: {
    status: 404,
    message: 'no tool is called "{found}"{suggestion}',
    hint: 'GET /api/tools lists them; an agent that was started before a plugin changed has to be started again',
  },
  TOOL_TIMED_OUT: {
    status: 504,
    message: '{tool} did not end within {expected:int} ms',
    hint: 'what it began may still come to its end; ask for less, or see what stands',
  },
  TOOL_THREW: {
    status: 500,
    message: '{tool} failed: {reason}',
    hint: 'see the reason; this is an error of its plugin, or of what that stands on',
  },
  RESULT_INVALID: {
    status: 500,
    message: '{tool} answered with what is no result: {problem}',
    hint: 'this is a defect of its plugin: answer an object whose "content" is a list of texts and images',
  },
  RESULT_TOO_LARGE: {
    status: 500,
    message: '{tool} answered with {found:int} bytes, expected at most {expected:int}',
    hint: 'ask for less',
  },
  HOOK_DENIED: {
    status: 403,
    message: '{tool} was denied by {hook}: {reason}',
    hint: 'see the reason; what a hook before the call denies is not carried out',
  },
  HOOK_BROKEN: {
    status: 500,
    message: '{tool} was denied, since {hook} {problem}',
    hint: 'a hook that gives no verdict denies; mend the plugin that it belongs to',
  },
  CALL_ABANDONED: {
    status: 499,
    message: 'the caller of {tool} had gone before it was begun',
    hint: 'nothing was done; ask again',
  },
  GATEWAY_BUSY: {
    status: 503,
    message: '{found:int} calls are running, expected fewer than {expected:int}',
    hint: 'wait for one of them to end',
  },
  GATEWAY_FAILED: {
    status: 500,
    message: 'the gateway failed: {reason}',
    hint: 'this is a defect of the gateway; report it with this text',
  },
  AGENT_NOT_RUNNING: {
    status: 409,
    message: 'the agent of session {session} does not run: {reason}',
    hint: 'see what the gateway wrote of its end; start the gateway again',
  },
  AGENT_REFUSED: {
    status: 502,
    message: 'the agent of session {session} refused the prompt: {reason}',
    hint: 'see the reason',
  },
  AGENT_TIMED_OUT: {
    status: 504,
    message:
      'the agent of session {session} did not come to rest within {expected:int} ms; it was told to stop',
    hint: 'ask for less, or raise limits.prompt_ms',
  },
  TOOL_NAME_INVALID: {
    status: 500,
    message: 'plugin {plugin} registers a tool under {found}, expected {expected}',
    hint: 'rename the tool',
  },
  TOOL_NAME_TAKEN: {
    status: 500,
    message: 'plugin {plugin} registers {tool}, which plugin {owner} has registered',
    hint: 'rename one of them',
  },
  TOOL_TEXT_INVALID: {
    status: 500,
    message: 'plugin {plugin} registers {tool} with {subject} of {found}, expected {expected}',
    hint: 'correct what is named',
  },
  TOOL_SCHEMA_INVALID: {
    status: 500,
    message: 'plugin {plugin} registers {tool} with parameters that are no usable JSON Schema: {problem}',
    hint: 'give the schema of an object (JSON Schema 2020-12), whose references stay within it',
  },
  REGISTRATION_OVER: {
    status: 500,
    message: 'plugin {plugin} registers {subject} after the start',
    hint: 'register while the plugin is loaded; what agents are offered is fixed when they start',
  },
  BRIDGE_REJECTED: {
    status: 500,
    message: 'the extension for agents was not taken ({phase}): {problem}',
    hint: 'agents start without the tools of plugins; mend what is named and start the gateway again',
  },
  GATEWAY_NOT_AVAILABLE: {
    status: 500,
    message: 'the config names tools of a gateway, and this process knows of none',
    hint: 'start the agent by `assay gateway`, which tells it of itself, or leave the section out',
  },
  GATEWAY_TOOL_MISSING: {
    status: 500,
    message: 'the config names {found}, which the gateway does not offer to agents{suggestion}',
    hint: 'name a tool of one of its plugins, or leave it out',
  },
  GATEWAY_TOOL_TAKEN: {
    status: 500,
    message: 'the config names {tool} of the gateway, which is the name of a tool of the workspace',
    hint: 'leave one of them out, or rename it',
  },
  MEDIA_NOT_ALLOWED: {
    status: 403,
    message: '{path} {problem}',
    hint: 'name a file below one of the folders that the config allows',
  },
  MEDIA_TOO_LARGE: {
    status: 413,
    message: '{path} has {found:int} bytes, expected at most {expected:int}',
    hint: 'send a smaller file',
  },
  MEDIA_TYPE_NOT_ALLOWED: {
    status: 415,
    message: '{path} is {found} by its content, expected one of {expected}',
    hint: 'send a file of a type that the config allows; its name says nothing',
  },
  PATH_A_NOT_IMPLEMENTED: {
    status: 501,
    message: 'tools cannot be registered with a running agent: its RPC has no {command}',
    hint: 'use the generated extension; the agent has to be started again when tools change',
  },
})

/** A code of the gateway. */
export type GatewayErrorCode = keyof typeof GATEWAY_ERRORS

/** Make an error of the gateway. */
export const gatewayError = <Code extends GatewayErrorCode>(
  code: Code,
  args: ErrorArguments<(typeof GATEWAY_ERRORS)[Code]>,
  options: ToolErrorOptions = {},
): ToolError => new ToolError<string>(code, args, { ...options, spec: GATEWAY_ERRORS[code] as ErrorSpec })

/** What an error says over the wire. */
export interface WireError {
  readonly code: string
  readonly message: string
  readonly hint: string
  /** What is wrong with parameters, each at its JSON pointer. */
  readonly problems?: readonly { readonly path: string; readonly message: string }[]
}

/** Status of what is wrong with a request and has no code of the gateway's own. */
const BAD_REQUEST = 400

/** The HTTP status of an error. */
export const statusOf = ({ code }: Pick<WireError, 'code'>): number =>
  Object.hasOwn(GATEWAY_ERRORS, code) ? GATEWAY_ERRORS[code as GatewayErrorCode].status : BAD_REQUEST

/** Put an error into the form of the wire; what is no error of the stack is the gateway's own failure. */
export function toWireError(cause: unknown): WireError {
  const error =
    cause instanceof ToolError ? cause : gatewayError('GATEWAY_FAILED', { reason: describeCause(cause) })
  return { code: error.code, message: error.shortMessage, hint: error.hint }
}
