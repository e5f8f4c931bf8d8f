import type { RecordFinding } from '../record/record.ts'

/** A step that violated a law of ground truth, or did not come to what it expects. */
export class UnmetError extends Error {
  // How reporters know that the test has failed and not its code.
  override readonly name = 'AssertionError'
  readonly findings: readonly RecordFinding[]
  readonly expected: string
  readonly actual: string

  constructor(title: string, findings: readonly RecordFinding[]) {
    super([title, ...findings.map(({ law, message }) => `${law}: ${message}`)].join('\n'))
    this.findings = findings
    this.expected = findings.map(({ expected }) => expected).join('\n')
    this.actual = findings.map(({ found }) => found).join('\n')
  }
}
