import type { ToolDef } from '../core/tool-def.ts'
import type { DevTool } from '../devtools/control-tool.ts'
import { DEVTOOL_DEFS } from '../devtools/generated/registry.ts'
import { ALL_TOOL_DEFS } from './generated/registry.ts'

/** The production catalogue and the tools of the test net: what the harness resolves profiles against. */
export const DEV_CATALOGUE: readonly (ToolDef | DevTool)[] = [...ALL_TOOL_DEFS, ...DEVTOOL_DEFS]
