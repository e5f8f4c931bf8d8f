/** A law of ground truth that did not hold. */
export interface Contradiction {
  readonly law: string
  readonly subject: string
  readonly expected: string
  readonly found: string
}
