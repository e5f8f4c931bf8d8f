declare const brand: unique symbol

/**
 * The right to carry out one committed plan with one tool, once.
 *
 * Only the safety layer mints one; it cannot be built, copied, spread or serialised, since its identity is
 * what counts and its type has no public members.
 */
export interface Capability {
  readonly [brand]: never
}
