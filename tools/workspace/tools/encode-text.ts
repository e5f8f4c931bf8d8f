import { workspaceError } from '../workspace-errors.ts'

/**
 * Encode the text of an argument without changing it: half of a character would become another one.
 *
 * @throws ToolError ARGUMENT_INVALID
 */
export function encodeText(argument: string, text: string): Uint8Array {
  if (!text.isWellFormed()) {
    throw workspaceError('ARGUMENT_INVALID', {
      path: `/${argument}`,
      problem: 'has half of a surrogate pair',
    })
  }
  return new TextEncoder().encode(text)
}
