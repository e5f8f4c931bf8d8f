import { renderSuggestion, ToolError } from '../core/errors.ts'
import { findNearest } from '../core/suggest.ts'
import type { ToolDef } from '../core/tool-def.ts'
import type { ResolvedProfile } from '../profiles/resolve-profile.ts'
import type { ToolPins } from '../safety/store/tool-pins.ts'

/** The tools of a profile, each as the owner approved it. */
export interface Toolbox {
  /** The protocol that a tool of the profile belongs to; undefined for a tool that it lacks. */
  protocolOf(name: string): string | undefined
  has(name: string): boolean
  /** Find a tool of one of these capabilities. @throws ToolError TOOL_NOT_AVAILABLE, TOOL_CHANGED */
  find<Capability extends string>(
    name: string,
    capabilities: readonly Capability[],
  ): Extract<ToolDef, { capability: Capability }>
}

/** Create the toolbox of a profile. */
export function createToolbox(profile: ResolvedProfile, pins: ToolPins): Toolbox {
  const tools = new Map(profile.tools.map((tool) => [tool.name, tool]))
  return {
    protocolOf: (name) => tools.get(name)?.protocol,
    has: (name) => tools.has(name),
    find<Capability extends string>(
      name: string,
      capabilities: readonly Capability[],
    ): Extract<ToolDef, { capability: Capability }> {
      const tool = tools.get(name)
      if (tool === undefined || !capabilities.includes(tool.capability as Capability)) {
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
