import { findAccount } from '../../../protocols/accounts.ts'
import { readAccountMode } from '../../../stage/account-mode.ts'
import type { SignerMode } from '../../../stage/session-signer.ts'
import type { Effect } from '../effect/effect.ts'
import { type Checks, deny } from '../verdict.ts'
import type { AuthorityRules, Judgement } from './authority.ts'

/** The guardian, which counts what it signs: it is asked once everything else has allowed. */
export function meetGuardian(
  checks: Checks,
  { guardian, limits }: AuthorityRules,
  { effect, isGuarded: isNeeded, mostGuardedUsdc }: Judgement,
): void {
  if (isNeeded === false) return
  switch (guardian) {
    case 'on':
      if (effect.reverts !== false || mostGuardedUsdc > limits.perDayUsdc)
        checks.check(undefined, deny('guardian', 'GUARDIAN_REFUSED'))
      return
    case 'off':
      checks.check(isNeeded, deny('guardian', 'GUARDIAN_REQUIRED'))
      return
    case 'refuses':
    case 'wrong-key':
    case 'other-bytes':
      checks.check(isNeeded, deny('guardian', 'GUARDIAN_REFUSED'))
      return
    default:
      checks.check(isNeeded, deny('guardian', 'GUARDIAN_UNREACHABLE'))
  }
}

/** Whether anything can sign what is to be signed; without any signer there is no way to ask. */
export function meetWallet(checks: Checks, mode: SignerMode, { cage }: Effect): void {
  const isSignature = cage === undefined
  const isMissing = isSignature && readAccountMode(mode) !== undefined
  checks.check(isMissing, deny('custody', 'WALLET_NOT_CONFIGURED'))
}

/** A signer that fails: what it comes to, by what it was to sign. */
export function meetSigner(checks: Checks, mode: SignerMode, { cage }: Effect): void {
  const isSignature = cage === undefined
  checks.check(mode === 'down', deny('custody', 'SIGNER_FAILED'))
  checks.check(mode === 'wrong-key', deny('custody', 'SIGNER_WRONG_KEY'))
  checks.check(mode === 'lies', deny('custody', isSignature ? 'SIGNER_WRONG_KEY' : 'SIGNED_BYTES_DIFFER'))
  const account = readAccountMode(mode)
  if (account?.isShort) checks.check(true, deny('custody', findAccount(account.protocol).tooFewSigned))
}
