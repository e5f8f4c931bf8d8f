import type { BootCapability, Category, Tool } from '../core/tool-def.ts'

/** Categories of what is remembered. */
const MEMORY_CATEGORIES: readonly Category[] = ['memory', 'self_improvement']

/** Tell whether an agent can move funds or give authority by a tool: its plans go by the routes cage or sign. */
export const writesOnChain = ({ capability, localPort }: Tool): boolean =>
  capability === 'write' && localPort === undefined

/** Tell whether a tool comes to nothing without a signer: a local plan and a change of the safety layer need none. */
const needsSigner = (tool: Tool): boolean =>
  writesOnChain(tool) || (tool.capability === 'privileged' && !('changesSafety' in tool))

/** Tell whether a tool is carried out by preview and commit. */
export const isPermitted = (tool: Tool): boolean => tool.capability === 'write' || needsSigner(tool)

/** List what the process must have for a tool. */
export const requirementsOf = (tool: Tool): readonly BootCapability[] => [
  ...new Set([
    ...(needsSigner(tool) ? (['wallet'] as const) : []),
    ...(MEMORY_CATEGORIES.includes(tool.category) ? (['memory'] as const) : []),
    ...(tool.requires ?? []),
  ]),
]
