import type { OwnAccount } from '../core/contract-account.ts'
import type { RuntimePorts } from './runtime-ports.ts'

/**
 * Open the owner's account where that acts for itself; undefined where the policy says nothing of it.
 *
 * @throws RangeError when it names no approver, or a protocol whose accounts do not act for themselves
 */
export function openOwnAccount({
  policy,
  registry,
}: Pick<RuntimePorts, 'policy' | 'registry'>): OwnAccount | undefined {
  const { ownerAccount, approver, chainId } = policy
  if (ownerAccount === undefined) return undefined
  const { protocol } = ownerAccount
  const acts = registry.protocols.find(({ id }) => id === protocol)?.account?.ownActs
  if (acts === undefined || approver === undefined) {
    const known = registry.protocols.flatMap(({ id, account }) => (account?.ownActs ? [id] : []))
    throw new RangeError(
      `policy.ownerAccount: expected an approver that is an account of one of ${known.join(', ')}, found ${approver ?? 'no approver'} of ${protocol}`,
    )
  }
  return { chainId, address: approver, acts }
}
