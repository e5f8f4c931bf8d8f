import type { TSchema } from '../core/schema.ts'
import type { Tool } from '../core/tool-def.ts'
import { chooseTools } from './choose-tools.ts'
import type { Stack } from './stack.ts'

/** Only these a model can reach: by `query_state`, and by the kinds of `preview_action`. */
const REACHED = ['read', 'write']

const listParameters = (input: TSchema): string => {
  const { properties = {}, required = [] } = input as {
    readonly properties?: object
    readonly required?: readonly string[]
  }
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`))
  return names.join(', ') || 'none'
}

const describeTool = ({ capability, promptSnippet, promptGuidelines, input }: Tool) =>
  [
    `- ${promptSnippet}`,
    ...promptGuidelines,
    ...(capability === 'read' ? [`Parameters: ${listParameters(input)}.`] : []),
  ].join(' ')

/**
 * Describe the concrete tools that fit what the model is about, a line each; they are no tools that it calls.
 *
 * @throws ToolError TOOL_CHANGED when one of them is not as the owner approved it: nobody answers for its texts
 */
export function describeTools(
  { profile, find }: Pick<Stack, 'profile' | 'find'>,
  about: { readonly goal: string; readonly recent: readonly string[] },
): readonly string[] {
  const reached = profile.tools.filter(({ capability }) => REACHED.includes(capability))
  const chosen = chooseTools({ ...about, tools: reached })
  if (chosen.length === 0) return []
  const capabilityOf = new Map(reached.map(({ name, capability }) => [name, capability]))
  return [
    'What fits best of what query_state reads by name, and of what the kinds of preview_action do:',
    ...chosen.map((name) => describeTool(find<Tool>(name, capabilityOf.get(name) ?? 'read'))),
  ]
}
