import type { Base } from '../core/base.ts'
import type { ErrorSpecs } from '../core/errors/define-errors.ts'
import { joinErrors } from '../core/errors/join-errors.ts'
import { STACK_ERRORS } from '../core/errors/table.ts'

/**
 * Put the codes of protocols beside those of the stack itself.
 *
 * @throws RangeError when a code stands twice
 */
export const collectErrors = (bases: readonly Base[]): ErrorSpecs =>
  joinErrors([['stack', STACK_ERRORS], ...bases.map(({ id, errors }) => [id, errors] as const)])
