import { describe } from 'vitest'
import { describeContract } from './contract.ts'
import { describeExec } from './exec.ts'
import { hasSshd, SSHD_HINT } from './sshd.ts'

describe('every backend gives the same answers, over many trees', () => {
  for (const name of ['local', 'ssh', 'http'] as const) {
    describeContract(name, 1_000)
    describeExec(name, 200)
  }
  describe.skipIf(!hasSshd)(`sshd${hasSshd ? '' : `: ${SSHD_HINT}`}`, () => {
    describeContract('sftp', 500)
    describeExec('sshd', 100)
  })
})
