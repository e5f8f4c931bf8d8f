import { gatewayError } from '../gateway/errors.ts'
import { type OfferedTool, takeOfferedTools } from '../gateway/offered-tools.ts'
import type { AgentDeclaration } from './declare-agent.ts'
import type { Workspace } from './open-workspace.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/**
 * Open the tools of a gateway that the owner's config names; none without.
 *
 * @throws ToolError GATEWAY_NOT_AVAILABLE, GATEWAY_TOOL_TAKEN, GATEWAY_TOOL_MISSING, TOOL_NAME_INVALID, TOOL_TEXT_INVALID, TOOL_SCHEMA_INVALID
 */
export function openDeclaredGateway(
  { gateway: port }: Pick<RuntimePorts, 'gateway'>,
  { gateway: config }: Pick<AgentDeclaration, 'gateway'>,
  workspace: Pick<Workspace, 'tools'> | undefined,
): readonly OfferedTool[] {
  if (config === undefined) return []
  if (port === undefined) throw gatewayError('GATEWAY_NOT_AVAILABLE', {})
  const taken = workspace?.tools.find(({ name }) => config.tools.includes(name))
  if (taken !== undefined) throw gatewayError('GATEWAY_TOOL_TAKEN', { tool: taken.name })
  return takeOfferedTools(port, config.tools)
}
