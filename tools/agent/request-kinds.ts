import { ToolError } from '../core/errors.ts'
import { checkParams } from '../core/tool-versions.ts'
import type { RequestGrant, SandboxedResult, SandboxedTool } from '../sandbox/define-sandboxed-tool.ts'
import type { ActionKind } from './action-kind.ts'

/**
 * Create an action kind `<tool>:<kind>` for each action that an untrusted tool may ask for.
 *
 * A preview of it runs the tool and goes on with what it asks for, as if an agent had asked: same venues, same
 * hook chain, and the bounds of the registration besides. Nothing is sent before the permit is committed.
 *
 * @throws RangeError when a tool may ask for an action that does not exist
 */
export const createRequestKinds = (
  tools: readonly SandboxedTool[],
  kinds: readonly ActionKind[],
): ActionKind[] =>
  tools.flatMap((tool) => tool.mayRequest.map((grant) => createRequestKind(tool, grant, kinds)))

function createRequestKind(
  tool: SandboxedTool,
  { kind, ...bounds }: RequestGrant,
  kinds: readonly ActionKind[],
): ActionKind {
  const wanted = kinds.find((candidate) => candidate.kind === kind)
  if (wanted === undefined) throw new RangeError(`${tool.name} may ask for unknown action kind "${kind}"`)
  return {
    kind: `${tool.name}:${kind}`,
    aliases: [],
    choice: wanted.choice,
    description: `${wanted.description} Parameters come from the untrusted tool ${tool.name}.`,
    venues: wanted.venues.map((venue) => ({ ...venue, reads: [tool.name, ...venue.reads] })),
    params: tool.input,
    requestedBy: { tool: tool.name, ...bounds },
    async resolve(params, venues, run) {
      const { request } = (await run(tool.name, params)) as unknown as SandboxedResult
      if (request === undefined) throw new ToolError('SANDBOX_NO_REQUEST', { tool: tool.name })
      if (request.kind !== kind) {
        throw new ToolError('SANDBOX_REQUEST_NOT_ALLOWED', {
          tool: tool.name,
          kind: request.kind,
          expected: kind,
        })
      }
      checkParams(wanted.params, request.params)
      return wanted.resolve(request.params, venues, run)
    },
  }
}
