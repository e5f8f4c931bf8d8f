import { type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import type { ContractAccount } from '../../tools/core/contract-account.ts'
import { type Json, toJson } from '../../tools/core/json.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import type { AccountApproval, AccountRequest } from '../../tools/safety/custody/account-approval.ts'
import { type ApprovalMessage, approvalTypedData } from '../../tools/safety/custody/owner-approval.ts'
import type { SafetyPolicy } from '../../tools/safety/policy/policy.ts'
import { HarnessError } from '../errors.ts'
import { keyAccount } from '../key-account.ts'
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

/** Changes that make an owners' approval one for something else; it is signed all the same. */
const OWN_CALL_CHANGES: Partial<Record<ApprovalMode, (request: AccountRequest) => Partial<AccountRequest>>> =
  {
    'other-calls': ({ call }) => ({ call: { ...call, valueWei: call.valueWei + 1n } }),
    'other-account': () => ({ account: ACTORS.stranger.address }),
    'other-chain': () => ({ chainId: 1 }),
  }

/**
 * Sign a call of the owner's account as its owners would, or as a mode says.
 *
 * @throws HarnessError SCENARIO_INVALID for a mode that says nothing of such an approval
 */
export async function signOwnCall(
  request: AccountRequest,
  mode: ApprovalMode,
  { ownerAccount = '' }: Pick<StageOptions, 'ownerAccount'>,
): Promise<Json> {
  const change = OWN_CALL_CHANGES[mode]
  const signers = change ? ACCOUNT_OWNERS.slice(0, ACCOUNT_THRESHOLD) : OWN_CALL_SIGNERS[mode]
  const account = findContractAccount(ownerAccount)
  if (signers === undefined || account.ownActs === undefined) {
    throw new HarnessError('SCENARIO_INVALID', `approval "${mode}" is none that owners of an account give`, {
      expected: `one of ${Object.keys({ ...OWN_CALL_SIGNERS, ...OWN_CALL_CHANGES }).join(', ')}`,
      found: `${mode} by an account of ${ownerAccount || 'no protocol'}`,
      hint: 'the signatures of an account bind a call, an account and a chain, and nothing else',
    })
  }
  const { account: address, chainId, call, nonce } = { ...request, ...change?.(request) }
  const typed = account.ownActs.describe({ chainId, address }, { call, nonce })
  const approval: AccountApproval = {
    account: request.account,
    nonce,
    signatures: account.joinSignatures(await signEach(signers, typed)),
  }
  return toJson(approval)
}

/** Who signs a call of the owner's account by a mode. */
const OWN_CALL_SIGNERS: Partial<Record<ApprovalMode, readonly Actor[]>> = {
  signed: ACCOUNT_OWNERS.slice(0, ACCOUNT_THRESHOLD),
  'one-owner': ACCOUNT_OWNERS.slice(0, 1),
  stranger: [ACCOUNT_OWNERS[0], ACTORS.stranger],
  guardian: [ACCOUNT_OWNERS[0], ACTORS.guardian],
}

const findContractAccount = (protocol: string) =>
  DEV_REGISTRY.protocols.find(({ id }) => id === protocol)?.account as ContractAccount

/** Let each of some actors sign typed data. */
const signEach = async (signers: readonly Actor[], typed: TypedDataDefinition) =>
  new Map(
    await Promise.all(
      signers.map(
        async ({ address, privateKey }) =>
          [address, await keyAccount(privateKey).signTypedData(typed)] as const,
      ),
    ),
  )

const sign = (actor: Actor, typed: ReturnType<typeof approvalTypedData>) =>
  keyAccount(actor.privateKey).signTypedData(typed)

/** Sign a hash as owners of a contract account do, each what its protocol asks for. */
async function signAsAccount(
  protocol: string,
  { approver, chainId }: SafetyPolicy,
  hash: Hex,
  count: number,
): Promise<Hex> {
  const account = findContractAccount(protocol)
  const typed = account.describeApproval({ chainId, address: approver as Hex }, hash)
  return account.joinSignatures(await signEach(ACCOUNT_OWNERS.slice(0, count), typed))
}
