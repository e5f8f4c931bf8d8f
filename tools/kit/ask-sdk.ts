import type { ToolContext } from '../core/context.ts'
import { describeCause } from '../core/describe-cause.ts'
import { ToolError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import { findSchemaProblems, type Static, type TSchema } from '../core/schema.ts'

/**
 * Ask the SDKs that run beside the stack for a computation. What they answer is a proposal: whoever plans by it reads from
 * the chain what it comes to.
 *
 * @param answer - the schema of what is taken for an answer
 * @throws ToolError SDK_FALLBACK_UNAVAILABLE when nobody answers, or with something else
 */
export async function askSdk<Answer extends TSchema>(
  { sdks, signal }: Pick<ToolContext, 'sdks' | 'signal'>,
  method: string,
  params: Json,
  answer: Answer,
): Promise<Static<Answer>> {
  const unavailable = (reason: string) => new ToolError('SDK_FALLBACK_UNAVAILABLE', { method, reason })
  if (sdks === undefined) throw unavailable('this process runs no SDKs')
  const found = await sdks.ask(method, params, signal).catch((cause: unknown) => {
    throw unavailable(describeCause(cause))
  })
  const [problem] = findSchemaProblems(answer, found)
  if (problem) throw unavailable(`what it answered ${problem.message} at ${problem.path}`)
  return found as Static<Answer>
}
