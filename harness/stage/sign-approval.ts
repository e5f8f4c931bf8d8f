import { concatHex, encodeAbiParameters, type Hex, hashTypedData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Json, toJson } from '../../tools/core/json.ts'
import { type ApprovalMessage, approvalTypedData } from '../../tools/safety/custody/owner-approval.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import { ACTORS, type Actor } from '../world/actors.ts'
import { SAFE_OWNERS, SAFE_THRESHOLD } from '../world/safe.ts'

/** Who owns the cage: a person directly, or an OwnerGate for a person (key) or a Safe. */
export type OwnerMode = 'direct' | 'key' | 'safe'

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
  policy: SafetyPolicy,
): Promise<Json> {
  if (mode === 'guardian') {
    const signature = await sign(ACTORS.guardian, approvalTypedData(message.account, message))
    return toJson({ ...message, signature })
  }
  const changed = { ...message, ...CHANGES[mode]?.(message) }
  const typed = approvalTypedData(policy.owner, changed)
  const isSafe = policy.approver !== ACTORS.owner.address
  const signature =
    mode === 'stranger'
      ? await sign(ACTORS.stranger, typed)
      : isSafe
        ? await signForSafe(policy, hashTypedData(typed), mode === 'one-owner' ? 1 : SAFE_THRESHOLD)
        : await sign(ACTORS.owner, typed)
  return toJson({ ...changed, signature })
}

const sign = (actor: Actor, typed: ReturnType<typeof approvalTypedData>) =>
  privateKeyToAccount(actor.privateKey).signTypedData(typed)

/** Sign a hash as owners of a Safe do: each signs a message of the Safe that holds it (CompatibilityFallbackHandler). */
async function signForSafe({ approver, chainId }: SafetyPolicy, hash: Hex, count: number): Promise<Hex> {
  const owners = SAFE_OWNERS.slice(0, count).toSorted((a, b) =>
    BigInt(a.address) < BigInt(b.address) ? -1 : 1,
  )
  const signatures = await Promise.all(
    owners.map((owner) =>
      privateKeyToAccount(owner.privateKey).signTypedData({
        domain: { chainId, verifyingContract: approver as Hex },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: encodeAbiParameters([{ type: 'bytes32' }], [hash]) },
      }),
    ),
  )
  return concatHex(signatures)
}
