import { BRIDGE_ERRORS } from '../../bin/gateway/gateway-connection.ts'
import type { ErrorSpec, ErrorSpecs } from '../../tools/core/errors/define-errors.ts'
import { STACK_ERRORS } from '../../tools/core/errors/table.ts'
import { ToolError } from '../../tools/core/errors.ts'
import { GATEWAY_ERRORS } from '../../tools/gateway/errors.ts'

const ofBridge = Object.entries(BRIDGE_ERRORS)
  .filter(([code]) => !Object.hasOwn(STACK_ERRORS, code))
  .map(([code, hint]): [string, ErrorSpec] => [
    code,
    { layer: 'tool', message: 'an agent had no answer of its gateway: {reason}', hint },
  ])

/** Codes of a gateway and of the extensions that it generates, besides those of the stack. */
export const GATEWAY_CODES: ErrorSpecs = { ...GATEWAY_ERRORS, ...Object.fromEntries(ofBridge) }

/**
 * Read the error that a model was told of. What has no code is Pi's own word.
 *
 * @param lines - of the result in the model's context
 */
export function readToldError(tool: string, lines: readonly string[]): ToolError {
  const [first = '', ...others] = lines
  const [, code = '', message = ''] = /^([A-Z][A-Z_]+): (.*)$/.exec(first) ?? []
  const known = Object.hasOwn(STACK_ERRORS, code)
    ? STACK_ERRORS[code as keyof typeof STACK_ERRORS]
    : undefined
  if (known === undefined && !Object.hasOwn(GATEWAY_CODES, code)) {
    return new ToolError('CALL_BLOCKED', { tool, reason: lines.join('\n') })
  }
  const hint = others.at(-1)?.replace(/^ *do: /, '') ?? ''
  const spec = { layer: known?.layer ?? 'tool', message: '{message}', hint: '{hint}' } as const
  return new ToolError<string>(code, { message, hint }, { spec })
}
