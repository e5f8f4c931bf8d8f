import { describeUnknown } from '../../core/describe-unknown.ts'
import { findUrlProblem } from '../../safety/custody/signers/find-url-problem.ts'
import type { WalletConfig } from './config-schema.ts'

/** Something that is wrong with a wallet, by the pointer of the key that says it. */
interface WalletProblem {
  readonly at: string
  readonly message: string
}

/** Find what a config says of the wallet that does not go together. */
export function findWalletProblems(
  wallet: WalletConfig | undefined,
  accounts: readonly string[],
): readonly WalletProblem[] {
  if (wallet === undefined) return []
  const { keystore, remote_signer: remote, address, account, owners = [] } = wallet
  const problems: WalletProblem[] = []
  const check = (isWrong: boolean, key: string, message: string) => {
    if (isWrong) problems.push({ at: key === '' ? '/wallet' : `/wallet/${key}`, message })
  }
  const isNone = keystore === undefined && remote === undefined
  check(isNone, '', 'expected a keystore or a remote signer, found neither')
  const isBoth = keystore !== undefined && remote !== undefined
  check(isBoth, 'remote_signer', 'expected a keystore or a remote signer, found both')
  const problem = remote === undefined ? undefined : findUrlProblem(remote)
  check(problem !== undefined, 'remote_signer', problem ?? '')
  if (account === undefined) {
    check(owners.length > 0, 'owners', 'expected the account that they own under account, found none')
    return problems
  }
  const isUnknown = !accounts.includes(account)
  check(isUnknown, 'account', describeUnknown('account', account, accounts))
  const lacksOwners = owners.length === 0
  check(lacksOwners, 'account', 'expected the keystores of its owners under owners, found none')
  const lacksAddress = remote !== undefined && address === undefined
  check(
    lacksAddress,
    'remote_signer',
    'expected the address of the key that relays under address, found none',
  )
  return problems
}
