import { createPiTools, type PiToolsDeps } from '../../tools/agent/agent.ts'
import { listActions } from '../../tools/agent/resolve-action.ts'
import type { ResolvedProfile } from '../../tools/profiles/resolve-tools.ts'
import type { WorkspaceTool } from '../../tools/workspace/workspace-tool.ts'
import { DEV_KINDS } from '../dev-kinds.ts'

/** What a model is told of one tool: its definition, as a provider sends it, and its line of the system prompt. */
interface Told {
  readonly name: string
  readonly description: string
  readonly promptSnippet: string
  readonly parameters: object
}

/** What tools cost a model in every inference, in tokens. */
export interface TokenCounts {
  /** The Pi tools that the model sees. */
  readonly piTools: number
  /** These with the tools of the workspace, built-in ones and those of TOML files. */
  readonly withWorkspaceTools: number
  /** The concrete tools behind them, were each of them shown as well. */
  readonly concreteTools: number
  /** The encoding in which they are counted. */
  readonly encoding: 'o200k_base'
}

/** What stands in a request for one tool. */
const tell = ({ name, description, promptSnippet, parameters }: Told) =>
  `${JSON.stringify({ type: 'function', name, description, parameters })}\n- ${promptSnippet}\n`

/**
 * Count what the tools of a profile cost, by the tokenizer of a widespread model.
 *
 * @param delegatesTo - archetypes to which its model may delegate
 * @param workspaceTools - tools of the workspace that the owner's config names
 */
export async function countTokens(
  profile: ResolvedProfile,
  delegatesTo: readonly string[] = [],
  workspaceTools: readonly WorkspaceTool[] = [],
): Promise<TokenCounts> {
  // Its tables are some megabytes, which only those load who count.
  const { countTokens: count } = await import('gpt-tokenizer/encoding/o200k_base')
  const sum = (tools: readonly Told[]) => tools.reduce((total, tool) => total + count(tell(tool)), 0)
  return {
    piTools: sum(definePiTools(profile, delegatesTo, [])),
    withWorkspaceTools: sum(definePiTools(profile, delegatesTo, workspaceTools)),
    concreteTools: sum(profile.tools.map((tool) => ({ ...tool, parameters: tool.input }))),
    encoding: 'o200k_base',
  }
}

/** Define the Pi tools of a profile, which nothing calls. */
function definePiTools(
  profile: ResolvedProfile,
  targets: readonly string[],
  workspaceTools: readonly WorkspaceTool[],
) {
  const has = (name: string) => profile.tools.some((tool) => tool.name === name)
  const actions = profile.mayAct ? listActions(DEV_KINDS, { has }) : []
  const delegation = targets.length > 0 ? { targets } : undefined
  return createPiTools({ stack: { profile, actions }, delegation, workspaceTools } as unknown as PiToolsDeps)
}
