import { ToolError } from '../../tools/core/errors.ts'
import type { GatewayPort } from '../../tools/gateway/offered-tools.ts'
import { callTool, GatewayCallError, listTools, takeConnection } from '../gateway/gateway-connection.ts'

/** The gateway of a process, and the token that its environment held. */
export interface OpenedGateway {
  readonly port: GatewayPort
  readonly token: string
}

/**
 * Open the gateway that the environment names; undefined where it names none.
 *
 * @throws ToolError GATEWAY_UNREACHABLE, GATEWAY_LOST, GATEWAY_TIMED_OUT, GATEWAY_ANSWER_INVALID, and what the gateway refuses
 */
export async function openGatewayPort(): Promise<OpenedGateway | undefined> {
  const connection = takeConnection()
  if (connection === undefined) return undefined
  return {
    token: connection.token,
    port: {
      tools: await listTools(connection).catch(throwAsToolError),
      call: (tool, params, signal) => callTool(connection, tool, params, signal).catch(throwAsToolError),
    },
  }
}

/** Give an error of a call the form in which the stack shows it: the words are those of the other side. */
function throwAsToolError(cause: unknown): never {
  if (!(cause instanceof GatewayCallError)) throw cause
  const { code, told, hint } = cause
  const spec = { layer: 'tool', message: '{told}', hint: '{hint}' } as const
  throw new ToolError<string>(code, { told, hint }, { spec })
}
