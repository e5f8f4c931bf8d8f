import type { Address } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { PermittedPlan } from '../../core/plan.ts'
import { judgeFlow, type Label, type Labelled } from '../../core/taint.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { EXITS } from '../policy/phases.ts'
import type { SafetyStore } from '../store/store.ts'
import { findAddresses, findAmounts, findMeantAddresses, significantDigits } from './find-values.ts'
import { createToldAmounts, type ToldMemory } from './told-amounts.ts'

/**
 * Remembers which addresses and amounts are known from untrusted text only. Labels outlive the session; that of an
 * amount lasts a day, since numbers come again by themselves.
 *
 * An address of the policy or the address book is endorsed by its owner; everything else needs
 * {@link Provenance.endorse}.
 */
export interface Provenance {
  /** Remember what the model is told from outside, in a context of which `known` is what it said itself. */
  note(source: string, told: Json, known?: Json): void
  /** Labels of what the model has been told; a text of the model derives from all of it. */
  modelLabels(): ReadonlySet<Label>
  /** Let a value decide although it came from outside: a decision of the owner, which is audited. */
  endorse(value: Address | bigint, reason: string): void
  /**
   * Check that nothing untrusted chose recipient, spender, target or amount of an action. The amount of an exit from
   * which everything comes back to the account is free: a teller of numbers could bar the way out with them.
   *
   * @throws ToolError UNTRUSTED_CHOICE
   */
  assertTrustedChoices(choices: {
    readonly params: Json
    readonly plan: PermittedPlan
    readonly evidence: Pick<Evidence, 'decoded' | 'signed' | 'actionClass'>
  }): void
}

const keyOf = (value: Address | bigint) =>
  `untrusted:${typeof value === 'bigint' ? significantDigits(value.toString()) : value.toLowerCase()}`

/** What the store keeps of an endorsed value in place of its source. */
const ENDORSED = ''

const TOLD_KEY = 'told-untrusted'

const COUNT_KEY = 'told-addresses'

/** Most addresses that are remembered one by one. After that whatever its owner does not vouch for counts as told. */
const MOST_ADDRESSES = 4_096

/** Longest description of a source that is kept. */
const MOST_SOURCE = 200

/** Create the memory of untrusted values over a store. `endorsed` holds every address that the owner vouches for. */
export function createProvenance(deps: {
  readonly store: SafetyStore
  readonly endorsed: readonly Address[]
  readonly clock: Pick<Clock, 'wallMs'>
  readonly told: ToldMemory
}): Provenance {
  const { store } = deps
  const owners = new Set(deps.endorsed.map((address) => address.toLowerCase()))
  const isOwners = (address: Address) => owners.has(address.toLowerCase())

  const amounts = createToldAmounts(store, deps.clock, deps.told)
  const countAddresses = () => Number(store.readMeta(COUNT_KEY) ?? 0)

  const remember = (address: Address, source: string) => {
    const count = countAddresses()
    if (store.readMeta(keyOf(address)) !== undefined || count >= MOST_ADDRESSES) return
    store.writeMeta(keyOf(address), source)
    store.writeMeta(COUNT_KEY, String(count + 1))
  }

  /** Where a value is known from, as long as that counts. */
  const findSource = (value: Address | bigint): string | undefined => {
    const kept = store.readMeta(keyOf(value))
    if (kept !== undefined) return kept
    if (typeof value === 'bigint') return amounts.findSource(significantDigits(value.toString()))
    return countAddresses() < MOST_ADDRESSES ? undefined : 'more addresses than can be remembered'
  }

  const assertTrusted = (role: string, value: Address | bigint) => {
    const source = findSource(value)
    if (source === undefined || source === ENDORSED) return
    if (judgeFlow(['UntrustedExternal'], 'choice') === 'allow') return
    throw new ToolError('UNTRUSTED_CHOICE', { role, found: String(value), source })
  }

  return {
    note(source, told, known = null) {
      const own = new Set([...findAddresses(known), ...findAmounts(known)].map(keyOf))
      const isTold = (value: Address | bigint) =>
        !own.has(keyOf(value)) && store.readMeta(keyOf(value)) !== ENDORSED
      const addresses = findAddresses(told).filter((address) => !isOwners(address) && isTold(address))
      const digits = findAmounts(told)
        .filter(isTold)
        .map((value) => significantDigits(value.toString()))
      const from = source.slice(0, MOST_SOURCE)
      store.transact(() => {
        if (store.readMeta(TOLD_KEY) === undefined) store.writeMeta(TOLD_KEY, from)
        for (const address of addresses) remember(address, from)
        amounts.remember(digits, from)
      })
    },
    modelLabels: () => new Set(store.readMeta(TOLD_KEY) === undefined ? [] : ['UntrustedExternal']),
    endorse(value, reason) {
      store.transact(() => {
        store.writeMeta(keyOf(value), ENDORSED)
        store.appendAudit('endorsed', { value, reason })
      })
    },
    assertTrustedChoices(action) {
      const { signed, actionClass } = action.evidence
      // What is kept off the chain decides later: no number in it is a way out.
      const isFree = action.plan.kind !== 'local' && signed === undefined && EXITS.includes(actionClass)
      for (const { role, value } of listChoices(action)) {
        if (typeof value === 'bigint') {
          if (!isFree) assertTrusted('amount', value)
        } else if (!isOwners(value)) assertTrusted(role, value)
      }
    },
  }
}

/** List what an action chooses, in the order in which it is judged. */
function* listChoices({
  params,
  plan,
  evidence: { decoded, signed },
}: Parameters<Provenance['assertTrustedChoices']>[0]): Iterable<{ role: string; value: Address | bigint }> {
  const amount = (value: bigint) => ({ role: 'amount', value })
  for (const { to } of decoded.calls) yield { role: 'target', value: to }
  const verifier = plan.kind === 'signature' ? plan.typedData.domain.verifyingContract : undefined
  if (verifier !== undefined) yield { role: 'target', value: verifier }
  for (const { spender, recipients, amountBaseUnits } of signed?.authorities ?? []) {
    if (spender !== undefined) yield { role: 'spender', value: spender }
    for (const recipient of recipients) yield { role: 'recipient', value: recipient }
    yield amount(amountBaseUnits)
  }
  for (const { recipients, approvals, outflows, pledges = [] } of decoded.leaves) {
    for (const recipient of recipients) yield { role: 'recipient', value: recipient }
    for (const { spender, amountBaseUnits } of approvals) {
      yield { role: 'spender', value: spender }
      yield amount(amountBaseUnits)
    }
    for (const { amountBaseUnits } of outflows) yield amount(amountBaseUnits)
    for (const { spender, to, legs } of pledges) {
      yield { role: 'spender', value: spender }
      yield { role: 'recipient', value: to }
      for (const leg of legs) if (leg.amount < 0n) yield amount(-leg.amount)
    }
  }
  if (plan.kind === 'local') {
    for (const value of findMeantAddresses(plan.params)) yield { role: 'target', value }
  }
  yield* listAmountParameters(params).map(amount)
}

/** What a plan says it sends may be a bound, so the amounts that were asked for are looked at as well. */
function listAmountParameters(params: Json): bigint[] {
  if (params === null || typeof params !== 'object' || Array.isArray(params)) return []
  return Object.entries(params).flatMap(([name, value]) =>
    /^amount/i.test(name) && typeof value === 'string' && /^\d+$/.test(value) ? [BigInt(value)] : [],
  )
}

/** Remember the values of passages that carry the label. */
export function noteUntrusted(provenance: Provenance, source: string, passages: readonly Labelled[]): void {
  for (const { text, labels } of passages) {
    if (labels.has('UntrustedExternal')) provenance.note(source, text)
  }
}
