import { renderSuggestion } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { findNearest } from '../core/suggest.ts'
import { checkResult } from './check-result.ts'
import { gatewayError } from './errors.ts'
import type { PluginResult } from './plugin.ts'
import { readToolTerms, type ToolTerms } from './tool-terms.ts'

/** A gateway, as it is reached from the process of an agent. */
export interface GatewayPort {
  /** What it answered when it was asked for its tools. */
  readonly tools: readonly unknown[]
  /** Let it carry out a call; what it answers is not checked yet. @throws ToolError */
  call(tool: string, params: Json, signal: AbortSignal | undefined): Promise<unknown>
}

/** A tool of a gateway in an agent's own session. */
export interface OfferedTool extends ToolTerms {
  /** Carry out a call. @throws ToolError RESULT_INVALID, and what the gateway refuses */
  call(params: Json, signal: AbortSignal | undefined): Promise<PluginResult>
}

interface Claimed {
  readonly name: string
  readonly description?: unknown
  readonly parameters?: unknown
  readonly plugin?: unknown
  readonly isBridged?: unknown
}

const isClaim = (tool: unknown): tool is Claimed =>
  tool !== null && typeof tool === 'object' && 'name' in tool && typeof tool.name === 'string'

/**
 * Take tools by name from those that a gateway offers to agents. What it says of them is held to what it holds plugins to.
 *
 * @throws ToolError GATEWAY_TOOL_MISSING, TOOL_NAME_INVALID, TOOL_TEXT_INVALID, TOOL_SCHEMA_INVALID
 */
export function takeOfferedTools(port: GatewayPort, names: readonly string[]): readonly OfferedTool[] {
  const claimed = port.tools.filter(isClaim).filter(({ isBridged }) => isBridged === true)
  return names.map((name) => {
    const tool = claimed.find((candidate) => candidate.name === name)
    if (tool === undefined) {
      const nearest = findNearest(
        name,
        claimed.map((candidate) => candidate.name),
      )
      throw gatewayError('GATEWAY_TOOL_MISSING', { found: name, suggestion: renderSuggestion(nearest) })
    }
    const { description, parameters, plugin } = tool
    return {
      ...readToolTerms(String(plugin), { name, description, parameters }),
      call: async (params, signal) => checkResult(name, await port.call(name, params, signal)),
    }
  })
}
