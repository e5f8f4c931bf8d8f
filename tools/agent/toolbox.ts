import { assertOnChain } from '../core/chain-support.ts'
import { renderSuggestion, ToolError } from '../core/errors.ts'
import { findNearest } from '../core/suggest.ts'
import type { ToolDef } from '../core/tool-def.ts'
import type { ResolvedProfile } from '../profiles/resolve-tools.ts'
import type { ToolPins } from '../safety/store/tool-pins.ts'

/** The tools of a profile, each as the owner approved it. */
export interface Toolbox {
  has(name: string): boolean
  /** Find a tool of one of these capabilities. @throws ToolError TOOL_NOT_AVAILABLE, CHAIN_NOT_SUPPORTED, TOOL_CHANGED */
  find<Capability extends string>(
    name: string,
    capabilities: readonly Capability[],
  ): Extract<ToolDef, { capability: Capability }>
}

/**
 * Check that a tool is not missing for the chain alone.
 *
 * @throws ToolError CHAIN_NOT_SUPPORTED
 */
export function assertNotOffChain(name: string, { missing }: Pick<ResolvedProfile, 'missing'>): void {
  const found = missing.find(({ tool }) => tool.name === name)
  if (found?.reason.kind === 'chain') assertOnChain(found.tool, found.reason.chainId)
}

/** Create the toolbox of a profile. */
export function createToolbox(profile: ResolvedProfile, pins: ToolPins): Toolbox {
  const tools = new Map(profile.tools.map((tool) => [tool.name, tool]))
  return {
    has: (name) => tools.has(name),
    find<Capability extends string>(
      name: string,
      capabilities: readonly Capability[],
    ): Extract<ToolDef, { capability: Capability }> {
      const tool = tools.get(name)
      if (tool === undefined || !capabilities.includes(tool.capability as Capability)) {
        assertNotOffChain(name, profile)
        const candidates = [...tools.values()]
          .filter((candidate) => capabilities.includes(candidate.capability as Capability))
          .map((candidate) => candidate.name)
        throw new ToolError('TOOL_NOT_AVAILABLE', {
          tool: name,
          profile: profile.name,
          suggestion: renderSuggestion(findNearest(name, candidates)),
        })
      }
      pins.assertPinned(tool)
      return tool as Extract<ToolDef, { capability: Capability }>
    },
  }
}
