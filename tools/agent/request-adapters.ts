import { ToolError } from '../core/errors.ts'
import { checkParams } from '../core/runner.ts'
import type { RequestGrant, SandboxedResult, SandboxedTool } from '../sandbox/define-sandboxed-tool.ts'
import type { ActionAdapter } from './action-adapter.ts'

/**
 * Create an action kind `<tool>:<kind>` for each action that an untrusted tool may ask for.
 *
 * A preview of it runs the tool and goes on with what it asks for, as if an agent had asked: same adapter, same
 * hook chain, and the bounds of the registration besides. Nothing is sent before somebody commits the permit.
 *
 * @throws RangeError when a tool may ask for an action that does not exist
 */
export const createRequestAdapters = (
  tools: readonly SandboxedTool[],
  adapters: readonly ActionAdapter[],
): ActionAdapter[] =>
  tools.flatMap((tool) => tool.mayRequest.map((grant) => createRequestAdapter(tool, grant, adapters)))

function createRequestAdapter(
  tool: SandboxedTool,
  { kind, ...bounds }: RequestGrant,
  adapters: readonly ActionAdapter[],
): ActionAdapter {
  const adapter = adapters.find((candidate) => candidate.kind === kind)
  if (adapter === undefined) throw new RangeError(`${tool.name} may ask for unknown action kind "${kind}"`)
  return {
    ...adapter,
    kind: `${tool.name}:${kind}`,
    description: `${adapter.description} Parameters come from the untrusted tool ${tool.name}.`,
    reads: [tool.name, ...adapter.reads],
    params: tool.input,
    requestedBy: { tool: tool.name, ...bounds },
    async resolve(params, run) {
      const { request } = (await run(tool.name, params)) as unknown as SandboxedResult
      if (request === undefined) throw new ToolError('SANDBOX_NO_REQUEST', { tool: tool.name })
      if (request.kind !== kind) {
        throw new ToolError('SANDBOX_REQUEST_NOT_ALLOWED', {
          tool: tool.name,
          kind: request.kind,
          expected: kind,
        })
      }
      if (adapter.params) checkParams(adapter.params, request.params)
      return adapter.resolve(request.params, run)
    },
  }
}
