import { describeCause } from '../core/describe-cause.ts'
import type { TSchema } from '../core/schema.ts'
import { gatewayError } from './errors.ts'
import { readParameterSchema } from './parameter-schema.ts'

/** What a model is told of a tool. */
export interface ToolTerms {
  readonly name: string
  readonly description: string
  /** JSON Schema of an object. */
  readonly parameters: TSchema
}

/** What providers of models take as a tool's name. */
const NAME = /^[a-z][a-z0-9_-]{0,63}$/
const NAME_RULE = 'a lower-case letter and at most 63 letters, digits, "_" or "-"'

/** Longest description of a tool, in characters: every inference pays for it. */
const MOST_DESCRIPTION = 2_000

/** Show what stands where a text was expected. */
export const showValue = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value).slice(0, 80) : typeof value

/**
 * Read what a plugin says of a tool.
 *
 * @throws ToolError TOOL_NAME_INVALID, TOOL_TEXT_INVALID, TOOL_SCHEMA_INVALID
 */
export function readToolTerms(
  plugin: string,
  { name, description, parameters }: { readonly [Member in keyof ToolTerms]: unknown },
): ToolTerms {
  if (typeof name !== 'string' || !NAME.test(name)) {
    throw gatewayError('TOOL_NAME_INVALID', { plugin, found: showValue(name), expected: NAME_RULE })
  }
  const refuse = (found: string, expected: string) =>
    gatewayError('TOOL_TEXT_INVALID', { plugin, tool: name, subject: 'a description', found, expected })
  if (typeof description !== 'string' || description.trim() === '') {
    throw refuse(showValue(description), 'a text that says when to use it')
  }
  if (description.length > MOST_DESCRIPTION) {
    throw refuse(`${description.length} characters`, `at most ${MOST_DESCRIPTION}`)
  }
  try {
    return { name, description, parameters: readParameterSchema(parameters) }
  } catch (cause) {
    throw gatewayError(
      'TOOL_SCHEMA_INVALID',
      { plugin, tool: name, problem: describeCause(cause) },
      { cause },
    )
  }
}
