import { findSchemaProblems, Type } from '../core/schema.ts'
import { gatewayError } from './errors.ts'
import type { PluginResult } from './plugin.ts'

/** What models take; a session that holds anything else comes to its end with the next inference, whatever that is about. */
const ImageSchema = Type.Object(
  {
    type: Type.Literal('image'),
    data: Type.String({ pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    mimeType: Type.Enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  },
  { additionalProperties: false },
)

const ResultSchema = Type.Object(
  {
    content: Type.Array(
      Type.Union([
        Type.Object({ type: Type.Literal('text'), text: Type.String() }, { additionalProperties: false }),
        ImageSchema,
      ]),
    ),
    details: Type.Optional(Type.Unknown()),
    isError: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)

/**
 * Hold that JSON is what a tool may answer; texts without a word are left out, which models do not take beside images.
 *
 * @throws ToolError RESULT_INVALID
 */
export function checkResult(tool: string, result: unknown): PluginResult {
  const [problem] = findSchemaProblems(ResultSchema, result)
  if (problem) throw gatewayError('RESULT_INVALID', { tool, problem: `${problem.path} ${problem.message}` })
  const { content, ...rest } = result as PluginResult
  return { content: content.filter((block) => block.type !== 'text' || block.text.trim() !== ''), ...rest }
}
