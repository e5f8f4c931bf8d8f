import type { Hex } from 'viem'
import { ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { RequestBounds } from '../core/request-bounds.ts'
import { findSchemaProblems, type TSchema, Type } from '../core/schema.ts'
import { type Category, defineReadTool, type ReadTool } from '../core/tool-def.ts'
import type { Sandbox } from './sandbox.ts'

/** A write that an untrusted tool asks for: never more than a wish that the hook chain judges. */
export interface ActionRequest {
  readonly kind: string
  readonly params: Readonly<Record<string, Json>>
}

/** What a sandboxed tool answers; whatever is in it may have been made up. */
export interface SandboxedResult {
  readonly untrusted: true
  readonly value: Json
  readonly request?: ActionRequest
  readonly log: string
}

/** An action kind that an untrusted tool may ask for, with what its owner bounds it to. */
export interface RequestGrant extends RequestBounds {
  readonly kind: string
}

/** How a user registers an untrusted tool. */
export interface SandboxedToolRegistration<Input extends TSchema = TSchema, Value extends TSchema = TSchema> {
  readonly name: string
  readonly description: string
  readonly category: Category
  readonly promptSnippet: string
  readonly promptGuidelines: readonly string[]
  readonly supportedChains: readonly number[]
  readonly input: Input
  /** Schema of what the module answers as `value`. */
  readonly value: Value
  /** SHA-256 of the module that was reviewed; any other is refused. */
  readonly moduleSha256: Hex
  /** Action kinds that the module may ask for, each within its bounds; nothing else. */
  readonly mayRequest: readonly RequestGrant[]
  /** Fetch the module's bytes; they are not trusted to be the reviewed ones. */
  loadModule(): Promise<Uint8Array>
}

/** A read tool that runs in the sandbox. */
export interface SandboxedTool extends ReadTool {
  readonly mayRequest: readonly RequestGrant[]
}

const RequestSchema = Type.Object(
  { kind: Type.String({ maxLength: 64 }), params: Type.Record(Type.String(), Type.Unknown()) },
  { additionalProperties: false },
)

/**
 * Define a read tool whose code is an untrusted WebAssembly module.
 *
 * The module reads its parameters as JSON through `host.read_input` and writes `{"value": …}` through
 * `host.write_output`, with a `"request": {"kind", "params"}` when it wants an action done.
 *
 * @throws ToolError of the layer `sandbox` (the tool, when the module does not keep to its limits or schema)
 */
export function defineSandboxedTool<Input extends TSchema, Value extends TSchema>(
  registration: SandboxedToolRegistration<Input, Value>,
  sandbox: Sandbox,
): SandboxedTool {
  const { value, moduleSha256, mayRequest, loadModule, ...description } = registration
  const tool = registration.name
  const kinds = mayRequest.map(({ kind }) => kind)
  const answer = { value, request: Type.Optional(RequestSchema) }
  const AnswerSchema = Type.Object(answer, { additionalProperties: false })
  const readTool = defineReadTool({
    ...description,
    riskTier: 'layer3',
    // Above the sandbox's own limit, so that the sandbox is what ends a module.
    tickBudget: 'slow',
    progressSteps: [],
    spriteTrigger: 'thinking',
    output: Type.Object(
      { untrusted: Type.Literal(true), ...answer, log: Type.String() },
      { additionalProperties: false },
    ) as TSchema,
    errorCodes: [
      'SANDBOX_MODULE_CHANGED',
      'SANDBOX_MODULE_REJECTED',
      'SANDBOX_IMPORT_NOT_ALLOWED',
      'SANDBOX_FUEL_EXHAUSTED',
      'SANDBOX_TIMED_OUT',
      'SANDBOX_TRAPPED',
      'SANDBOX_POINTER_OUT_OF_RANGE',
      'SANDBOX_TOO_LARGE',
      'SANDBOX_OUTPUT_REJECTED',
      'SANDBOX_REQUEST_NOT_ALLOWED',
      'SANDBOX_FAILED',
    ],
    async read(params: unknown, { signal }): Promise<unknown> {
      const module = await loadModule()
      const { output, log } = await sandbox.run({ tool, module, moduleSha256, input: params, signal })
      const [problem] = findSchemaProblems(AnswerSchema, output)
      if (problem) {
        throw new ToolError('SANDBOX_OUTPUT_REJECTED', {
          tool,
          problem: `${problem.path} ${problem.message}`,
        })
      }
      const { request } = output as { request?: ActionRequest }
      if (request !== undefined && !kinds.includes(request.kind)) {
        throw new ToolError('SANDBOX_REQUEST_NOT_ALLOWED', {
          tool,
          kind: request.kind,
          expected: kinds.join(', ') || 'none',
        })
      }
      return { untrusted: true, ...(output as object), log }
    },
  })
  return { ...readTool, mayRequest } as SandboxedTool
}
