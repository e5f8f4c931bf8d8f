import type { Base } from '../core/base.ts'
import type { ToolDef } from '../core/tool-def.ts'
import type { DevTool } from '../devtools/control-tool.ts'
import { DEV_ACTIONS, DEV_PROTOCOLS, DEV_TOOL_DEFS, DEVTOOL_DEFS } from '../devtools/generated/registry.ts'
import { collectErrors } from './error-table.ts'
import { REGISTRY, type Registry } from './registry.ts'

/** What production has, model protocols and the tools of the test net: what the harness starts a stack with. */
export const DEV_REGISTRY: Registry<ToolDef | DevTool> = {
  protocols: [...REGISTRY.protocols, ...DEV_PROTOCOLS],
  tools: [...REGISTRY.tools, ...DEV_TOOL_DEFS, ...DEVTOOL_DEFS],
  actions: [...REGISTRY.actions, ...DEV_ACTIONS],
}

/** The bases of its protocols. */
export const DEV_BASES: readonly Base[] = DEV_REGISTRY.protocols.map(({ base }) => base)

/** Every code that it can answer with. */
export const DEV_ERRORS = collectErrors(DEV_BASES)
