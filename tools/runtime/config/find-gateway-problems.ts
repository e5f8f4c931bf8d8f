import { DELEGATING, PI_TOOL_NAMES } from '../../agent/pi-tool.ts'
import { WORKSPACE_TOOLS } from '../../workspace/presets.ts'
import type { GatewayConfig } from './config-schema.ts'

/** Names that mean something else to a model, whether its session has that tool or not. */
const OWN: readonly string[] = [...PI_TOOL_NAMES, DELEGATING, ...Object.keys(WORKSPACE_TOOLS)]

/** Find the tools of a gateway that a config names and that nobody may be given by these names. */
export const findGatewayProblems = ({ tools }: GatewayConfig = { tools: [] }) =>
  tools.flatMap((tool, index) =>
    OWN.includes(tool)
      ? [
          {
            at: `/gateway/tools/${index}`,
            message: `expected a tool of a plugin, found ${tool}, which is a tool of the stack`,
          },
        ]
      : [],
  )
