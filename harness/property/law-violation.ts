/** A law did not hold: what it says, what was expected and what was found. */
export class LawViolation extends Error {
  override readonly name = 'LawViolation'
  readonly law: string
  readonly expected: string
  readonly found: string

  constructor(law: string, expected: unknown, found: unknown) {
    super(`${law}: expected ${expected}, found ${found}`)
    this.law = law
    this.expected = String(expected)
    this.found = String(found)
  }
}

/**
 * Hold a law.
 *
 * @throws LawViolation when the condition is false
 */
export function assertLaw(condition: boolean, law: string, expected: unknown, found: unknown): void {
  if (!condition) throw new LawViolation(law, expected, found)
}
