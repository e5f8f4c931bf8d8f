import type { RecordFinding } from '../record/record.ts'

/** What a case failed with: two failures are the same when law, layer and code are. */
export interface FailureIdentity {
  readonly law: string
  readonly layer?: string
  readonly code?: string
}

/** Give the identity of what a case failed with: that of its first finding; undefined when it passed. */
export function identityOf(body: {
  readonly findings: readonly RecordFinding[]
}): FailureIdentity | undefined {
  const [first] = body.findings
  if (first === undefined) return undefined
  const { law, layer, code } = first
  return { law, ...(layer === undefined ? {} : { layer }), ...(code === undefined ? {} : { code }) }
}

/** Tell whether two failures are the same: same law, same layer, same code. */
export const isSameFailure = (a: FailureIdentity, b: FailureIdentity): boolean =>
  a.law === b.law && a.layer === b.layer && a.code === b.code

/** Write an identity for people: `expect.denied · permit · PERMIT_EXPIRED`. */
export const describeIdentity = ({ law, layer, code }: FailureIdentity): string =>
  [law, layer, code].filter((part) => part !== undefined).join(' · ')
