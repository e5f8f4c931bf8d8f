import type { Address, Hex, TypedDataDefinition } from 'viem'
import { hashTypedData } from 'viem'
import type { Clock } from '../../core/clock.ts'
import type { OwnAccount } from '../../core/contract-account.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call, TransactionPlan } from '../../core/plan.ts'
import {
  AddressSchema,
  BaseUnitsSchema,
  findSchemaProblems,
  HexSchema,
  Type,
  toPlainData,
} from '../../core/schema.ts'
import { askBoth, type Providers } from '../evidence/second-provider.ts'
import type { SafetyStore } from '../store/store.ts'
import { type OwnerApproval, readApproval } from './owner-approval.ts'

/** Signatures of an account's owners over one call that it makes at a nonce: they are the approval. */
export interface AccountApproval {
  readonly account: Address
  readonly nonce: bigint
  readonly signatures: Hex
}

/** What an owner approves a privileged action with. */
export type Approval = OwnerApproval | AccountApproval

/** What the owners of an account have to sign for one call of it. */
export interface AccountRequest {
  readonly account: Address
  readonly chainId: number
  readonly nonce: bigint
  readonly call: Call
  readonly typedData: TypedDataDefinition
}

/** An approval of an account's owners as JSON, as it travels with a preview. */
const AccountApprovalSchema = Type.Object(
  { account: AddressSchema, nonce: BaseUnitsSchema, signatures: HexSchema },
  { additionalProperties: false },
)

/** Whether an approval is that of an account's owners. */
export const isAccountApproval = (approval: Approval): approval is AccountApproval => 'signatures' in approval

/**
 * Read an approval of either kind from JSON.
 *
 * @throws ToolError APPROVAL_MISSING, APPROVAL_MISMATCH
 */
export function readAnyApproval(value: unknown, tool: string): Approval {
  const plain = value === undefined || value === null ? undefined : toPlainData(value)
  if (plain === null || typeof plain !== 'object' || !Object.hasOwn(plain, 'signatures')) {
    return readApproval(value, tool)
  }
  const problem = findSchemaProblems(AccountApprovalSchema, plain)[0]
  if (problem) {
    throw new ToolError('APPROVAL_MISMATCH', {
      field: 'shape',
      found: problem.path,
      expected: problem.message,
    })
  }
  const { account, nonce, signatures } = plain as Record<keyof AccountApproval, never>
  return { account, nonce: BigInt(nonce), signatures }
}

/** What signatures of an account's owners are checked with. */
export interface AccountCheckDeps extends Providers<'getBlockNumber' | 'readContract'> {
  readonly ownAccount?: OwnAccount
  readonly clock: Pick<Clock, 'setTimer'>
}

/** The one call that the owner's account is to make. @throws ToolError APPROVAL_NOT_CONFIGURED, APPROVAL_MISMATCH */
export function findOwnCall(
  {
    tool,
    plan,
  }: { readonly tool: string; readonly plan: Pick<TransactionPlan<'account'>, 'calls' | 'maker'> },
  ownAccount: OwnAccount | undefined,
): { readonly ownAccount: OwnAccount; readonly call: Call } {
  if (ownAccount === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool })
  const { calls, maker } = plan
  if (maker === undefined || !isAddressEqual(maker, ownAccount.address)) {
    throw new ToolError('APPROVAL_MISMATCH', {
      field: 'account',
      found: maker ?? 'nobody',
      expected: ownAccount.address,
    })
  }
  const [call] = calls
  if (call === undefined || calls.length > 1) {
    throw new ToolError('APPROVAL_MISMATCH', { field: 'calls', found: String(calls.length), expected: '1' })
  }
  return { ownAccount, call }
}

const readNonce = ({ acts, address }: OwnAccount, deps: AccountCheckDeps) =>
  askBoth("the nonce of the owner's account", deps, async (provider) =>
    acts.readNonce(provider, address, await provider.getBlockNumber({ cacheTime: 0 })),
  )

/** Say what the owners of the account have to sign for a call of it. @throws ToolError */
export async function describeOwnCall(
  action: Parameters<typeof findOwnCall>[0],
  deps: AccountCheckDeps,
): Promise<AccountRequest> {
  const { ownAccount, call } = findOwnCall(action, deps.ownAccount)
  const { address, chainId, acts } = ownAccount
  const nonce = await inTime(deps.clock, readNonce(ownAccount, deps), "the owner's account")
  return { account: address, chainId, nonce, call, typedData: acts.describe(ownAccount, { call, nonce }) }
}

/**
 * Check that as many owners of the account as have to signed exactly this call, at the nonce that is its next one. The
 * account itself judges the signatures, asked by nobody: that the sender is an owner adds none.
 *
 * @throws ToolError APPROVAL_NOT_CONFIGURED, APPROVAL_MISMATCH naming the field, APPROVAL_USED, APPROVAL_NOT_SIGNED,
 * PROVIDERS_DISAGREE, CHAIN_TIMEOUT, CHAIN_READ_FAILED
 */
export async function assertSignedByAccount(
  approval: AccountApproval,
  action: Parameters<typeof findOwnCall>[0],
  deps: AccountCheckDeps & { readonly store: Pick<SafetyStore, 'readMeta'> },
): Promise<void> {
  const { ownAccount, call } = findOwnCall(action, deps.ownAccount)
  const { account, nonce, signatures } = approval
  if (!isAddressEqual(account, ownAccount.address)) {
    throw new ToolError('APPROVAL_MISMATCH', {
      field: 'account',
      found: account,
      expected: ownAccount.address,
    })
  }
  const own = { call, nonce, signatures }
  assertUnused(deps.store, hashOwnCall(ownAccount, own), nonce)
  const seen = askBoth("the owners' signatures", deps, async (provider) => {
    const blockNumber = await provider.getBlockNumber({ cacheTime: 0 })
    const [next, isSigned] = await Promise.all([
      ownAccount.acts.readNonce(provider, ownAccount.address, blockNumber),
      ownAccount.acts.isSigned(provider, ownAccount, own, blockNumber),
    ])
    return `${next} ${isSigned}`
  })
  const [next = '', isSigned] = (await inTime(deps.clock, seen, "the owners' signatures")).split(' ')
  if (BigInt(next) !== nonce) {
    throw new ToolError('APPROVAL_MISMATCH', { field: 'nonce', found: String(nonce), expected: next })
  }
  if (isSigned !== 'true') throw new ToolError('APPROVAL_NOT_SIGNED', { owner: ownAccount.address })
}

/**
 * Use the signatures of an account's owners up, durably: for this very call, so that another one can take its nonce where
 * it fails.
 *
 * @throws ToolError APPROVAL_USED
 */
export function consumeAccountApproval(
  store: Pick<SafetyStore, 'readMeta' | 'writeMeta'>,
  { nonce }: AccountApproval,
  action: Parameters<typeof findOwnCall>[0],
  { ownAccount: configured, permitId }: Pick<AccountCheckDeps, 'ownAccount'> & { readonly permitId: Hex },
): void {
  const { ownAccount, call } = findOwnCall(action, configured)
  const hash = hashOwnCall(ownAccount, { call, nonce })
  assertUnused(store, hash, nonce)
  store.writeMeta(useKey(hash), permitId)
}

const useKey = (hash: Hex) => `account-approval ${hash}`

function assertUnused(store: Pick<SafetyStore, 'readMeta'>, hash: Hex, nonce: bigint): void {
  if (store.readMeta(useKey(hash)) !== undefined) throw new ToolError('APPROVAL_USED', { nonce })
}

/** The hash that the owners of the account sign for a call. */
const hashOwnCall = (account: OwnAccount, own: { readonly call: Call; readonly nonce: bigint }): Hex =>
  hashTypedData(account.acts.describe(account, own))
