import { describeUnknown } from '../../core/describe-unknown.ts'
import { findUrlProblem } from '../../safety/custody/signers/find-url-problem.ts'
import { PRESETS, WORKSPACE_TOOLS } from '../../workspace/presets.ts'
import type { WorkspaceConfig } from './config-schema.ts'

/** Something that is wrong with a workspace, by the pointer of the key that says it. */
interface WorkspaceProblem {
  readonly at: string
  readonly message: string
}

/** What each backend but the local one needs to be told. */
const NEEDS = {
  local: ['root'],
  ssh: ['root', 'host', 'user', 'key', 'host_key'],
  http: ['url'],
} as const

/** Find what a config says of the workspace that does not go together, and names in it that nothing goes by. */
export function findWorkspaceProblems(workspace: WorkspaceConfig | undefined): readonly WorkspaceProblem[] {
  if (workspace === undefined) return []
  const { backend = 'local', preset, tools = [], skills = [] } = workspace
  const problems: WorkspaceProblem[] = []
  const needs: readonly string[] = NEEDS[backend as keyof typeof NEEDS]
  for (const key of needs) {
    if (Object.hasOwn(workspace, key)) continue
    problems.push({ at: '/workspace', message: `expected ${key} for the backend ${backend}, found none` })
  }
  for (const key of new Set(Object.values(NEEDS).flat())) {
    if (!Object.hasOwn(workspace, key) || needs.includes(key)) continue
    problems.push({ at: `/workspace/${key}`, message: `the backend ${backend} takes no ${key}` })
  }
  const problem = workspace.url === undefined ? undefined : findUrlProblem(workspace.url)
  if (problem !== undefined) problems.push({ at: '/workspace/url', message: problem })
  const presets = Object.keys(PRESETS)
  if (preset !== undefined && !presets.includes(preset)) {
    problems.push({ at: '/workspace/preset', message: describeUnknown('preset', preset, presets) })
  }
  if (preset === 'remote' && backend === 'local') {
    problems.push({ at: '/workspace/preset', message: 'expected a backend on another machine, found local' })
  }
  const known = Object.keys(WORKSPACE_TOOLS)
  for (const [index, tool] of tools.entries()) {
    if (known.includes(tool)) continue
    problems.push({
      at: `/workspace/tools/${index}`,
      message: describeUnknown('workspace tool', tool, known),
    })
  }
  if (preset === undefined && tools.length === 0 && skills.length === 0) {
    problems.push({ at: '/workspace', message: 'expected a preset, tools or skills, found none' })
  }
  return problems
}
