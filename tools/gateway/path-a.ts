import type { BridgeToolSpec } from './bridge/extension-source.ts'
import { gatewayError, type WireError } from './errors.ts'
import type { PluginResult } from './plugin.ts'

/**
 * Path A: tools are registered with an agent that runs, over its RPC. No agent has these commands, so that this is the
 * protocol alone; `testDynamicTools` is what an implementation of it has to pass.
 */
export type DynamicToolCommand =
  | { readonly id: string; readonly type: 'register_tool'; readonly tool: BridgeToolSpec }
  | { readonly id: string; readonly type: 'unregister_tool'; readonly name: string }
  /** The answer to a request, by the request's id. */
  | ({ readonly type: 'tool_call_response'; readonly requestId: string } & (
      | { readonly result: PluginResult }
      | { readonly error: WireError }
    ))

/** What an agent writes: its answers to commands, and the calls that it wants carried out. */
export type DynamicToolEvent =
  | { readonly type: 'response'; readonly id: string; readonly success: boolean; readonly error?: string }
  | {
      readonly type: 'tool_call_request'
      readonly requestId: string
      readonly tool: string
      readonly params: unknown
    }

/** The gateway's end of the protocol. */
export interface DynamicTools {
  /** Offer a tool, or offer it in another form, from the model's next turn on. */
  register(tool: BridgeToolSpec, execute: (params: unknown) => Promise<PluginResult>): Promise<void>
  /** Offer a tool no more; calls that are under way come to their end. */
  unregister(name: string): Promise<void>
}

/**
 * Open Path A to an agent.
 *
 * @throws ToolError PATH_A_NOT_IMPLEMENTED, always
 */
export function openDynamicTools(): DynamicTools {
  throw gatewayError('PATH_A_NOT_IMPLEMENTED', { command: 'register_tool' })
}
