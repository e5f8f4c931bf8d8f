import type { Base } from '../core/base.ts'
import { type ErrorSpec, TOOL_ERRORS } from '../core/errors.ts'
import { ALL_BASES } from './generated/registry.ts'

/**
 * Put the codes of protocols beside those of the stack itself.
 *
 * @throws RangeError when a code stands twice
 */
export function collectErrors(bases: readonly Base[]): Readonly<Record<string, ErrorSpec>> {
  const table: Record<string, ErrorSpec> = { ...TOOL_ERRORS }
  for (const { id, errors } of bases) {
    for (const [code, spec] of Object.entries(errors)) {
      if (Object.hasOwn(table, code))
        throw new RangeError(`${id}: the error code ${code} is taken; name another`)
      table[code] = spec
    }
  }
  return table
}

/** Every code that the stack can answer with. */
export const ERROR_TABLE = collectErrors(ALL_BASES)
