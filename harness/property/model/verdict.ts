import type { Layer } from '../../../tools/core/layers.ts'

/** A denial: which layer, with which code. */
export interface Denial {
  readonly layer: Layer
  readonly code: string
}

/** One way in which a command can rightly end; `denied` is a denial of which the design names neither layer nor code. */
export type Verdict = 'allowed' | 'denied' | Denial

/** Every way in which a command can rightly end; mostly there is one. */
export type Prediction = readonly Verdict[]

/** Write a denial as `layer/CODE`. */
export const deny = (layer: Layer, code: string): Denial => ({ layer, code })

/**
 * Whether a check denies: undefined means that nobody can tell, `when-done` that what is done is denied while what fails
 * before may be denied by something else.
 */
export type Broken = boolean | undefined | 'when-done'

/** The checks that a command has to pass, in order. */
export interface Checks {
  /** Whether a command can still get here. */
  readonly isOpen: boolean
  /** Deny, when `broken` says so. Several denials: each of them is right. */
  check(broken: Broken, ...denials: readonly Verdict[]): void
  /** How the command can end. */
  verdicts(): Prediction
}

/** Create a checks without checks. */
export function createChecks(): Checks {
  const found: Verdict[] = []
  let isOpen = true
  let isAllowable = true
  const keyOf = (verdict: Verdict) =>
    typeof verdict === 'string' ? verdict : `${verdict.layer}/${verdict.code}`
  return {
    get isOpen() {
      return isOpen
    },
    check(broken, ...denials) {
      if (!isOpen || broken === false || denials.length === 0) return
      for (const denial of denials) {
        if (!found.some((known) => keyOf(known) === keyOf(denial))) found.push(denial)
      }
      if (broken === true) isOpen = false
      if (broken === 'when-done') isAllowable = false
    },
    verdicts: () => (isOpen && isAllowable ? [...found, 'allowed'] : found),
  }
}
