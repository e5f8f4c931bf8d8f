import { type Hex, hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ContractAccount } from '../../tools/core/contract-account.ts'
import { type Json, toJson } from '../../tools/core/json.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { type ApprovalMessage, approvalTypedData } from '../../tools/safety/custody/owner-approval.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import { ACCOUNT_OWNERS, ACCOUNT_THRESHOLD } from '../world/account-owners.ts'
import { ACTORS, type Actor } from '../world/actors.ts'
import type { StageOptions } from './stage-options.ts'

/** How the cage may be owned by a key: directly, or through an OwnerGate (key). */
export type KeyOwnerMode = 'direct' | 'key'

/** Who owns the cage: a key, or through an OwnerGate an account of the protocol that is named. */
export type OwnerMode = KeyOwnerMode | (string & Readonly<Record<never, never>>)

/**
 * The approval that a privileged tool is given: a good one of the owner (signed) or of the guardian, none (missing), the
 * one before (again), or one that is wrong in one thing.
 */
export type ApprovalMode =
  | 'signed'
  | 'guardian'
  | 'missing'
  | 'again'
  | 'expired'
  | 'stranger'
  | 'one-owner'
  | 'other-tool'
  | 'other-params'
  | 'other-calls'
  | 'other-account'
  | 'other-chain'
  | 'other-policy'

/** Changes that make an approval one for something else; it is signed all the same. */
const CHANGES: Partial<Record<ApprovalMode, (message: ApprovalMessage) => Partial<ApprovalMessage>>> = {
  expired: () => ({ deadlineSeconds: 1n }),
  'other-tool': () => ({ tool: 'safety_unpause_cage' }),
  'other-params': ({ paramsHash }) => ({ paramsHash: flip(paramsHash) }),
  'other-calls': ({ callsHash }) => ({ callsHash: flip(callsHash) }),
  'other-account': () => ({ account: ACTORS.stranger.address }),
  'other-chain': () => ({ chainId: 1 }),
  'other-policy': ({ policyVersion }) => ({ policyVersion: flip(policyVersion) }),
}

const flip = (hash: Hex): Hex =>
  `0x${hash.slice(2, -1)}${(Number.parseInt(hash.slice(-1), 16) ^ 1).toString(16)}`

/** Sign an approval as the owner of the policy's gate would, or as a mode says. */
export async function signApproval(
  message: ApprovalMessage,
  mode: ApprovalMode,
  { policy, ownerAccount }: Pick<StageOptions, 'policy' | 'ownerAccount'>,
): Promise<Json> {
  if (mode === 'guardian') {
    const signature = await sign(ACTORS.guardian, approvalTypedData(message.account, message))
    return toJson({ ...message, signature })
  }
  const changed = { ...message, ...CHANGES[mode]?.(message) }
  const typed = approvalTypedData(policy.owner, changed)
  const signature =
    mode === 'stranger'
      ? await sign(ACTORS.stranger, typed)
      : ownerAccount
        ? await signAsAccount(
            ownerAccount,
            policy,
            hashTypedData(typed),
            mode === 'one-owner' ? 1 : ACCOUNT_THRESHOLD,
          )
        : await sign(ACTORS.owner, typed)
  return toJson({ ...changed, signature })
}

const sign = (actor: Actor, typed: ReturnType<typeof approvalTypedData>) =>
  privateKeyToAccount(actor.privateKey).signTypedData(typed)

/** Sign a hash as owners of a contract account do, each what its protocol asks for. */
async function signAsAccount(
  protocol: string,
  { approver, chainId }: SafetyPolicy,
  hash: Hex,
  count: number,
): Promise<Hex> {
  const account = DEV_REGISTRY.protocols.find(({ id }) => id === protocol)?.account as ContractAccount
  const typed = account.describeApproval({ chainId, address: approver as Hex }, hash)
  const signatures = ACCOUNT_OWNERS.slice(0, count).map(
    async ({ address, privateKey }) =>
      [address, await privateKeyToAccount(privateKey).signTypedData(typed)] as const,
  )
  return account.joinSignatures(new Map(await Promise.all(signatures)))
}
