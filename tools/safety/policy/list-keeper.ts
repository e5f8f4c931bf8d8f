import type { Address, Hex } from 'viem'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { toCanonicalJson } from '../../core/json.ts'
import type { SafetyStore } from '../store/store.ts'
import { findAsset, findTarget, type SafetyPolicy } from './policy.ts'

/** Where the changes of the lists stand in the store, and the kind of the audit entry that says so. */
export const LISTS_KEY = 'allow-list'

/** One entry of the policy's lists, allowed or dropped by the owner. */
export type ListChange = {
  readonly address: Address
  readonly isAllowed: boolean
} & (
  | { readonly list: 'recipient' | 'token' | 'target' }
  | {
      readonly list: 'selector'
      readonly selector: Hex
      /** `extcodehash` that a target has to have which the policy does not list otherwise. */
      readonly codeHash?: Hex
    }
)

/** Keeps what the owner changed of the lists durable. */
export interface ListKeeper {
  /**
   * The changes that hold, in order. Once the policy is another one than the owner made them under, what was dropped stays
   * so and nothing else holds: neither a policy nor an old decision loosens the other.
   */
  current(): readonly ListChange[]
  /** Make one in place of the one before of the same entry, audited in one write with all that hold. */
  set(change: ListChange): void
}

interface Kept {
  readonly base: Hex
  readonly changes: readonly ListChange[]
}

/** Create the keeper over the store and the version of the policy. */
export function createListKeeper(store: SafetyStore, base: Hex): ListKeeper {
  let last: { readonly text: string; readonly changes: readonly ListChange[] } | undefined
  const current = () => {
    const text = store.findMeta(LISTS_KEY)?.value ?? ''
    if (last?.text !== text) last = { text, changes: text === '' ? [] : read(text) }
    return last.changes
  }
  const read = (text: string) => {
    const { base: under, changes } = JSON.parse(text) as Kept
    return under === base ? changes : changes.filter(({ isAllowed }) => !isAllowed)
  }
  return {
    current,
    set(change) {
      const others = current().filter((other) => !isSameEntry(other, change))
      const kept = { base, changes: [...others, change] }
      store.transact(() => {
        store.appendAudit(LISTS_KEY, kept)
        store.writeMeta(LISTS_KEY, toCanonicalJson(kept))
      })
    },
  }
}

const isSameEntry = (a: ListChange, b: ListChange) =>
  a.list === b.list && isAddressEqual(a.address, b.address) && selectorOf(a) === selectorOf(b)

const selectorOf = (change: ListChange) => (change.list === 'selector' ? change.selector.toLowerCase() : '')

/**
 * Tell whether a policy says enough of an entry to have it allowed: of a token it has to know the feed, of a target what
 * may be called.
 */
export const canAllow = (policy: SafetyPolicy, { list, address }: ListChange): boolean =>
  (list !== 'token' || findAsset(policy, address) !== undefined) &&
  (list !== 'target' || findTarget(policy, address) !== undefined)

/** The policy with the changes of its lists. */
export const changeLists = (policy: SafetyPolicy, changes: readonly ListChange[]): SafetyPolicy =>
  changes.reduce((changed, change) => changeList(changed, change, policy), policy)

function changeList(policy: SafetyPolicy, change: ListChange, base: SafetyPolicy): SafetyPolicy {
  const { address, isAllowed } = change
  const isOther = (entry: Address) => !isAddressEqual(entry, address)
  switch (change.list) {
    case 'recipient': {
      const others = policy.recipients.filter(isOther)
      return { ...policy, recipients: isAllowed ? [...others, address] : others }
    }
    // What the policy lists, and the owner dropped and allowed again, is there.
    case 'token':
      return isAllowed ? policy : { ...policy, assets: policy.assets.filter(({ token }) => isOther(token)) }
    case 'target':
      return isAllowed
        ? policy
        : {
            ...policy,
            targets: policy.targets.filter((target) => isOther(target.address)),
            spenders: policy.spenders.filter(isOther),
          }
    case 'selector':
      return { ...policy, targets: changeSelector(policy, change, base) }
  }
}

function changeSelector(
  policy: SafetyPolicy,
  change: Extract<ListChange, { readonly list: 'selector' }>,
  base: SafetyPolicy,
): SafetyPolicy['targets'] {
  const { address, selector, isAllowed } = change
  const rule = findTarget(policy, address)
  if (rule === undefined) {
    // A target that was dropped is what was reviewed of it, whatever of it is allowed again.
    const { codeHash = change.codeHash, implementation } = findTarget(base, address) ?? {}
    const pins = { ...(codeHash ? { codeHash } : {}), ...(implementation ? { implementation } : {}) }
    return isAllowed ? [...policy.targets, { address, selectors: [selector], ...pins }] : policy.targets
  }
  const others = rule.selectors.filter((listed) => listed.toLowerCase() !== selector.toLowerCase())
  const changed = { ...rule, selectors: isAllowed ? [...others, selector] : others }
  return policy.targets.map((target) => (target === rule ? changed : target))
}
