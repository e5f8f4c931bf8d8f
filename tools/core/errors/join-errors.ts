import type { ErrorSpecs } from './define-errors.ts'

type Joined<Specs> = (Specs extends unknown ? (specs: Specs) => void : never) extends (all: infer All) => void
  ? { readonly [Code in keyof All]: All[Code] }
  : never

/**
 * Put the codes of several owners into one table.
 *
 * @throws RangeError when a code stands twice
 */
export function joinErrors<const Owned extends readonly (readonly [owner: string, specs: ErrorSpecs])[]>(
  byOwner: Owned,
): Joined<Owned[number][1]> {
  const table = new Map<string, unknown>()
  for (const [owner, specs] of byOwner) {
    for (const [code, spec] of Object.entries(specs)) {
      if (table.has(code)) throw new RangeError(`${owner}: the error code ${code} is taken; name another`)
      table.set(code, spec)
    }
  }
  return Object.fromEntries(table) as never
}
