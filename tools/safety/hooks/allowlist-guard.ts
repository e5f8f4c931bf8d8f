import { type Address, decodeFunctionData, type Hex, parseAbi } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { type DecodedCall, UNLIMITED_APPROVAL_FROM } from '../../core/call-decoder.ts'
import { selectorOf } from '../../core/decoder-index.ts'
import { ToolError } from '../../core/errors.ts'
import { countFigure, NOTE_NOTHING, type NoteFigure } from '../../core/figure.ts'
import { findLookalike } from '../../core/find-lookalike.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { ActionPlan } from '../../core/plan.ts'
import type { Pledge } from '../../core/position.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { findAsset, findTarget, type SafetyPolicy, SPENDING_WINDOW_SECONDS } from '../policy/policy.ts'
import { ALLOW, type Hook, type HookRequest } from './hook.ts'

/** `transfer(address,uint256)`. */
export const TRANSFER_SELECTOR = '0xa9059cbb'

/** `transferFrom(address,address,uint256)`, of tokens and of the tokens of positions. */
const TRANSFER_FROM_SELECTOR = '0x23b872dd'
const TRANSFER_FROM = parseAbi(['function transferFrom(address from, address to, uint256 amountOrId)'])

/**
 * Match every address of the action against the allowlist: all 20 bytes, on this chain, with the pinned code.
 *
 * What cannot be decoded is denied, and so is authority that can never be bounded.
 */
export const allowlistGuardHook: Hook = {
  name: 'allowlist-guard',
  check(request, note = NOTE_NOTHING) {
    assertNoDelegation(request.plan)
    checkAllowlist(request, note)
    return ALLOW
  },
}

/** A plan says what it calls, signs and expects; anything else, such as a set-code authorisation, is not for it. */
export function assertNoDelegation(plan: ActionPlan): void {
  const carriers: readonly object[] = [plan, ...plan.calls]
  if (carriers.some((carrier) => 'authorizationList' in carrier)) {
    throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: 'an EIP-7702 authorisation' })
  }
}

/** Check that calls let nobody else act in the name of an account. @throws ToolError AUTHORITY_NOT_ALLOWED */
export function assertEmpowers(
  leaves: readonly Pick<DecodedCall, 'empowers'>[],
  allowed: readonly Address[],
): void {
  for (const member of leaves.flatMap(({ empowers = [] }) => empowers)) {
    if (!allowed.some((one) => isAddressEqual(one, member))) {
      throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: `a role for ${member}` })
    }
  }
}

/**
 * Check what was gathered on an action against a policy's lists, every call at any depth included; a reviewer of an
 * action asks the same.
 *
 * @throws ToolError naming what is not listed
 */
export function checkAllowlist(
  request: Pick<HookRequest, 'evidence' | 'policy' | 'account' | 'book'>,
  note: NoteFigure = NOTE_NOTHING,
): void {
  const { evidence, policy, account, book } = request
  if (book.chainId !== policy.chainId) {
    throw new ToolError('TARGET_NOT_ALLOWED', { target: account, chainId: book.chainId })
  }
  if (evidence.signed?.denial) throw evidence.signed.denial
  const { leaves, undecodable, calls } = evidence.decoded
  note(countFigure('calls at any depth', calls.length, 'calls'))
  const forbidden = leaves.find((leaf) => leaf.forbidden)?.forbidden
  if (forbidden) throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: forbidden })
  assertEmpowers(leaves, [])
  const unknown = undecodable[0]
  for (const call of calls) {
    const selector = selectorOf(call.data)
    if (isAddressEqual(call.to, account)) {
      throw new ToolError('TARGET_NOT_ALLOWED', { target: call.to, chainId: policy.chainId })
    }
    if (selector === 'none') continue
    const target = findTarget(policy, call.to)
    if (target === undefined) {
      throw new ToolError('TARGET_NOT_ALLOWED', { target: call.to, chainId: policy.chainId })
    }
    if (!target.selectors.includes(selector)) {
      throw new ToolError('SELECTOR_NOT_ALLOWED', { selector, target: call.to })
    }
  }
  if (unknown) {
    throw new ToolError('UNDECODABLE_CALL', {
      index: unknown.index,
      target: unknown.to,
      selector: unknown.selector,
    })
  }
  for (const leaf of leaves) {
    for (const { spender, token, untilSeconds = 0 } of leaf.approvals) {
      checkListed(spender, policy.spenders, 'SPENDER_NOT_ALLOWED')
      checkToken(policy, token)
      const expected = evidence.clocks.chainSeconds + policy.maxSignatureSeconds
      if (untilSeconds > 0) note(countFigure('allowance ends at', untilSeconds, 's', { most: expected }))
      if (untilSeconds > expected)
        throw new ToolError('ALLOWANCE_DEADLINE', { found: untilSeconds, expected })
    }
    for (const pledge of leaf.pledges ?? []) checkPledge(pledge, request, note)
    for (const recipient of leaf.recipients) {
      // What a protocol pays out goes to the account; a transfer of its own to itself the cage refuses.
      if (isAddressEqual(recipient, account) && leaf.functionName !== 'transfer') continue
      // Fees that were never collected count nowhere, so the cage lets them go to itself alone.
      const collects = leaf.positions.some(({ change }) => change === 'collect')
      checkListed(recipient, collects ? [] : policy.recipients, 'RECIPIENT_NOT_ALLOWED')
    }
    for (const token of leaf.tokens) checkToken(policy, token)
  }
  checkPositionOwners(account, evidence)
  checkCodeHashes(policy, evidence)
  checkDecimals(policy, evidence)
}

/**
 * Check the calls of an owner, which go to the cage or to functions that are listed for the owner, pass on what the cage
 * paid out to whom the owner listed, or pay in what the approver has; code, decimals and authority that can never be
 * bounded are judged as always.
 *
 * @throws ToolError naming what is not listed
 */
export function checkOwnerCalls({ plan, policy, account, book, evidence }: HookRequest): void {
  assertNoDelegation(plan)
  const payees = [policy.owner, ...(policy.approver ? [policy.approver] : []), ...policy.recipients]
  const stray = plan.calls.find((call) => !isOwnersCall(call, { policy, account }, payees))
  if (book.chainId !== policy.chainId || stray !== undefined) {
    throw new ToolError('TARGET_NOT_ALLOWED', { target: stray?.to ?? account, chainId: book.chainId })
  }
  for (const leaf of evidence.decoded.leaves) {
    // From whom something is taken, and by whom, was judged by its call.
    if (leaf.forbidden && leaf.functionName !== 'transferFrom') {
      throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: leaf.forbidden })
    }
    for (const recipient of leaf.recipients) {
      checkListed(recipient, [account, ...payees], 'RECIPIENT_NOT_ALLOWED')
    }
  }
  checkCodeHashes(policy, evidence)
  checkDecimals(policy, evidence)
}

/** Whether a call is one that the owner's gate makes for the cage. */
function isOwnersCall(
  { to, data }: ActionPlan['calls'][number],
  { policy, account }: Pick<HookRequest, 'policy' | 'account'>,
  payees: readonly Address[],
): boolean {
  if (isAddressEqual(to, account)) return true
  if (findTarget(policy, to)?.ownerSelectors?.some((listed) => listed === selectorOf(data))) return true
  const isAsset = findAsset(policy, to) !== undefined
  const selector = selectorOf(data)
  // To whom it goes is told by its leaf.
  if (selector === TRANSFER_SELECTOR) return isAsset
  if (selector !== TRANSFER_FROM_SELECTOR) return false
  const moved = readTransferFrom(data)
  if (moved === undefined) return false
  const isOneOf = (address: Address, list: readonly Address[]) =>
    list.some((listed) => isAddressEqual(listed, address))
  if (isAsset)
    return isOneOf(moved.from, policy.approver ? [policy.approver] : []) && isOneOf(moved.to, [account])
  return (
    findTarget(policy, to) !== undefined && isOneOf(moved.from, [policy.owner]) && isOneOf(moved.to, payees)
  )
}

/** Read from whom and to whom a `transferFrom` moves something; undefined for bytes that are none. */
function readTransferFrom(data: Hex): { readonly from: Address; readonly to: Address } | undefined {
  try {
    const { args } = decodeFunctionData({ abi: TRANSFER_FROM, data })
    return { from: args[0], to: args[1] }
  } catch {
    return undefined
  }
}

export function checkListed(
  address: Address,
  list: readonly Address[],
  code: 'SPENDER_NOT_ALLOWED' | 'RECIPIENT_NOT_ALLOWED',
): void {
  if (list.some((allowed) => isAddressEqual(allowed, address))) return
  const twin = findLookalike(
    address,
    list.map((allowed) => ({ address: allowed })),
  )
  const lookalike = twin === undefined ? '' : `; it resembles ${twin.address} but is not the same`
  throw code === 'SPENDER_NOT_ALLOWED'
    ? new ToolError(code, { spender: address, lookalike })
    : new ToolError(code, { recipient: address, lookalike })
}

/** What others may take later is as bounded as an allowance with an expiry, and what it brings comes to the account. */
function checkPledge(
  { legs, spender, to, untilSeconds }: Pledge,
  { policy, account, evidence }: Pick<HookRequest, 'evidence' | 'policy' | 'account'>,
  note: NoteFigure,
): void {
  checkListed(spender, policy.spenders, 'SPENDER_NOT_ALLOWED')
  checkListed(to, [account], 'RECIPIENT_NOT_ALLOWED')
  for (const { token, amount } of legs) {
    checkToken(policy, token)
    if (-amount >= UNLIMITED_APPROVAL_FROM) {
      throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: 'an unlimited order' })
    }
  }
  const most = Math.min(policy.maxSignatureSeconds, SPENDING_WINDOW_SECONDS)
  const latest = evidence.clocks.chainSeconds + most
  note(countFigure('order ends at', untilSeconds, 's', { most: latest }))
  if (latest < untilSeconds) {
    throw new ToolError('ALLOWANCE_DEADLINE', { found: untilSeconds, expected: latest })
  }
}

/** Anybody may add to anybody's position, and what is in it is its owner's. */
function checkPositionOwners(account: Address, { positionOwners }: Pick<Evidence, 'positionOwners'>): void {
  for (const { position, owner } of positionOwners) {
    if (owner !== undefined && isAddressEqual(owner, account)) continue
    const { protocol, id } = position
    throw new ToolError('BENEFICIARY_NOT_ALLOWED', {
      protocol,
      id,
      found: owner ?? 'nobody',
      expected: account,
    })
  }
}

function checkToken(policy: SafetyPolicy, token: Address): void {
  if (token === NATIVE_TOKEN || findAsset(policy, token)) return
  throw new ToolError('TOKEN_NOT_ALLOWED', { token })
}

/** Hold the code of what is called, and what is behind proxies, against what was reviewed. @throws ToolError */
export function checkCodeHashes(
  policy: SafetyPolicy,
  { targets, codeHashes, implementations }: Pick<Evidence, 'targets' | 'codeHashes' | 'implementations'>,
): void {
  for (const [index, target] of targets.entries()) {
    const expected = findTarget(policy, target)?.codeHash
    const found = codeHashes[index] ?? 'unread'
    if (expected !== undefined && found !== expected) {
      throw new ToolError('CODE_HASH_CHANGED', { target, found, expected })
    }
  }
  for (const { proxy, expected, address, codeHash } of implementations) {
    if (!isAddressEqual(address, expected.address)) {
      throw new ToolError('IMPLEMENTATION_CHANGED', {
        target: proxy,
        found: address,
        expected: expected.address,
      })
    }
    if (codeHash !== expected.codeHash) {
      throw new ToolError('CODE_HASH_CHANGED', {
        target: expected.address,
        found: codeHash ?? 'unread',
        expected: expected.codeHash,
      })
    }
  }
}

/** Decimals can be storage: then they change under code that stays the same, and every amount is misread. */
export function checkDecimals(policy: SafetyPolicy, { decimals }: Pick<Evidence, 'decimals'>): void {
  for (const { token, found } of decimals) {
    const asset = findAsset(policy, token)
    if (asset === undefined || found === BigInt(asset.decimals)) continue
    throw new ToolError('DECIMALS_CHANGED', {
      token: asset.symbol,
      found: found === undefined ? 'unread' : String(found),
      expected: asset.decimals,
    })
  }
}
