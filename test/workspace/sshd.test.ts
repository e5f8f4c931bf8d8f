import { describe } from 'vitest'
import { describeContract } from './contract.ts'
import { describeExec } from './exec.ts'
import { hasSshd, SSHD_HINT } from './sshd.ts'

// The same on a real server: OpenSSH's, from Debian.
describe.skipIf(!hasSshd)(`a real SSH server${hasSshd ? '' : `: ${SSHD_HINT}`}`, () => {
  describeContract('sftp', 10)
  describeExec('sshd', 5)
})
