import type { Address } from 'viem'
import type { OwnAccount } from '../../core/contract-account.ts'
import { selectorOf } from '../../core/decoder-index.ts'
import { ToolError } from '../../core/errors.ts'
import { findByAddress } from '../../core/find-by-address.ts'
import { hasCode } from '../../core/has-code.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Call } from '../../core/plan.ts'
import type { OwnAccountEvidence } from '../evidence/own-account.ts'
import { findAsset, type OwnerAccountRule, type SafetyPolicy } from '../policy/policy.ts'
import {
  assertEmpowers,
  assertNoDelegation,
  checkCodeHashes,
  checkDecimals,
  checkListed,
  TRANSFER_SELECTOR,
} from './allowlist-guard.ts'
import type { HookRequest } from './hook.ts'

/** `invalidate(uint256)` of an OwnerGate. */
const INVALIDATE_SELECTOR = '0x1ea1afdb'

/**
 * Check the one call that the owner's account is to make: on itself what changes what decides for it, or nothing at all;
 * on a token of the policy a payment to the agent's account; on a module that the owner lists, its listed functions; on the
 * gate, that an approval is given up. What decides for the account afterwards is judged by what the simulation shows of it.
 *
 * @throws ToolError naming what is not listed, and what the account's protocol refuses to change
 */
export function checkOwnCall(request: HookRequest, ownAccount: OwnAccount | undefined): void {
  const { plan, policy, account, operator, book, evidence } = request
  const { ownerAccount } = policy
  assertNoDelegation(plan)
  if (ownAccount === undefined || ownerAccount === undefined || book.chainId !== policy.chainId) {
    throw new ToolError('TARGET_NOT_ALLOWED', { target: account, chainId: book.chainId })
  }
  if (!plan.calls.every((call) => isOwnAffair(call, ownAccount))) {
    checkOutward(request, ownerAccount)
  }
  checkCodeHashes(policy, evidence)
  checkDecimals(policy, evidence)
  // What was not simulated, or fails, the simulator denies.
  if (evidence.simulation?.calls[0]?.ok !== true) return
  checkSettings(evidence.ownAccount, { ownAccount, ownerAccount, agents: [account, operator] })
}

/**
 * Whether the account calls itself, to change what decides for it or to use a nonce up. Guards forbid such bytes on any
 * target, since they hand authority away: here it is judged what authority.
 */
const isOwnAffair = ({ to, valueWei, data }: Call, { address, acts }: OwnAccount) =>
  isAddressEqual(to, address) && valueWei === 0n && (data === '0x' || acts.isSetting(data))

/** Check a call of the account to another contract. */
function checkOutward(
  { policy, account, operator, book, evidence }: HookRequest,
  ownerAccount: OwnerAccountRule,
): void {
  const { leaves, undecodable, calls } = evidence.decoded
  const forbidden = leaves.find((leaf) => leaf.forbidden)?.forbidden
  if (forbidden) throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: forbidden })
  // The agent's roles are for the account that acts for it.
  assertEmpowers(leaves, [operator])
  if (leaves.some(({ approvals, pledges = [] }) => approvals.length + pledges.length > 0)) {
    throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: 'an allowance by the account of the owner' })
  }
  for (const { to, valueWei, data } of calls) {
    const allowed = listSelectors(to, ownerAccount, policy)
    // What it pays in native currency the account of the agent could not tell from a gift.
    if (allowed === undefined || valueWei !== 0n) {
      throw new ToolError('TARGET_NOT_ALLOWED', { target: to, chainId: book.chainId })
    }
    const selector = selectorOf(data)
    if (!allowed.includes(selector)) throw new ToolError('SELECTOR_NOT_ALLOWED', { selector, target: to })
    readReviewed(to, evidence.ownAccount, ownerAccount)
  }
  const [unknown] = undecodable
  if (unknown) {
    throw new ToolError('UNDECODABLE_CALL', {
      index: unknown.index,
      target: unknown.to,
      selector: unknown.selector,
    })
  }
  for (const { recipients } of leaves) {
    for (const recipient of recipients) checkListed(recipient, [account], 'RECIPIENT_NOT_ALLOWED')
  }
}

/** What the owner's account may call of another contract; undefined where it may call nothing. */
const listSelectors = (
  target: Address,
  { modules }: OwnerAccountRule,
  policy: SafetyPolicy,
): readonly string[] | undefined => {
  if (findAsset(policy, target)) return [TRANSFER_SELECTOR]
  if (isAddressEqual(target, policy.owner)) return [INVALIDATE_SELECTOR]
  return findByAddress(modules, ({ address }) => address, target)?.selectors
}

/** The hash of a listed contract's code. @throws ToolError CODE_HASH_CHANGED where that is not what the owner reviewed */
function readReviewed(
  target: Address,
  found: OwnAccountEvidence | undefined,
  { modules, guards }: OwnerAccountRule,
): string {
  const hash = found?.codeHashes.get(target.toLowerCase()) ?? '0x'
  const expected = findByAddress([...modules, ...guards], ({ address }) => address, target)?.codeHash
  if (expected === undefined || hash === expected) return hash
  throw new ToolError('CODE_HASH_CHANGED', { target, found: hash, expected })
}

/** Hold what decides for the account after the act against what the owner allows. */
function checkSettings(
  found: OwnAccountEvidence | undefined,
  {
    ownAccount,
    ownerAccount,
    agents,
  }: {
    readonly ownAccount: OwnAccount
    readonly ownerAccount: OwnerAccountRule
    readonly agents: readonly Address[]
  },
): void {
  const { address, chainId, acts } = ownAccount
  if (found?.change === undefined) {
    throw new ToolError('ACCOUNT_UNREADABLE', { account: address, protocol: ownerAccount.protocol })
  }
  const { modules, guards } = ownerAccount
  acts.assertChange(found.change, {
    chainId,
    address,
    agents,
    modules: modules.map((rule) => rule.address),
    guards: guards.map((rule) => rule.address),
    hasCode: (contract) => hasCode(readReviewed(contract, found, ownerAccount)),
  })
}
