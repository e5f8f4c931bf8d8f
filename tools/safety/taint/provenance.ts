import type { Address } from 'viem'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { ActionPlan } from '../../core/plan.ts'
import { judgeFlow, type Label, type Labelled } from '../../core/taint.ts'
import type { Evidence } from '../evidence.ts'
import type { SafetyStore } from '../store.ts'
import { findAddresses, findAmounts, significantDigits } from './find-values.ts'

/**
 * Remembers which addresses and amounts are known from untrusted text only. Labels outlive the session.
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
   * Check that nothing untrusted chose recipient, spender, target or amount of an action.
   *
   * @throws ToolError UNTRUSTED_CHOICE
   */
  assertTrustedChoices(choices: {
    readonly params: Json
    readonly plan: ActionPlan
    readonly evidence: Pick<Evidence, 'decoded' | 'signed'>
  }): void
}

const keyOf = (value: Address | bigint) =>
  `untrusted:${typeof value === 'bigint' ? significantDigits(value.toString()) : value.toLowerCase()}`

/** What the store keeps of an endorsed value in place of its source. */
const ENDORSED = ''

const TOLD_KEY = 'told-untrusted'

/** Create the memory of untrusted values over a store. `endorsed` holds every address that the owner vouches for. */
export function createProvenance(deps: {
  readonly store: SafetyStore
  readonly endorsed: readonly Address[]
}): Provenance {
  const { store } = deps
  const owners = new Set(deps.endorsed.map((address) => address.toLowerCase()))
  const isOwners = (address: Address) => owners.has(address.toLowerCase())

  const remember = (value: Address | bigint, source: string) => {
    if (store.readMeta(keyOf(value)) === undefined) store.writeMeta(keyOf(value), source)
  }

  const assertTrusted = (role: string, value: Address | bigint) => {
    const source = store.readMeta(keyOf(value))
    if (source === undefined || source === ENDORSED) return
    if (judgeFlow(['UntrustedExternal'], 'choice') === 'allow') return
    throw new ToolError('UNTRUSTED_CHOICE', { role, found: String(value), source })
  }

  return {
    note(source, told, known = null) {
      const own = new Set([...findAddresses(known), ...findAmounts(known)].map(keyOf))
      const values = [...findAddresses(told).filter((address) => !isOwners(address)), ...findAmounts(told)]
      store.transact(() => {
        if (store.readMeta(TOLD_KEY) === undefined) store.writeMeta(TOLD_KEY, source)
        for (const value of values) if (!own.has(keyOf(value))) remember(value, source)
      })
    },
    modelLabels: () => new Set(store.readMeta(TOLD_KEY) === undefined ? [] : ['UntrustedExternal']),
    endorse(value, reason) {
      store.transact(() => {
        store.writeMeta(keyOf(value), ENDORSED)
        store.appendAudit('endorsed', { value, reason })
      })
    },
    assertTrustedChoices({ params, plan, evidence }) {
      const address = (role: string, value: Address) => {
        if (!isOwners(value)) assertTrusted(role, value)
      }
      const { decoded, signed } = evidence
      for (const { to } of decoded.calls) address('target', to)
      const verifier = plan.kind === 'signature' ? plan.typedData.domain.verifyingContract : undefined
      if (verifier !== undefined) address('target', verifier)
      for (const { spender, recipients, amountBaseUnits } of signed?.authorities ?? []) {
        if (spender !== undefined) address('spender', spender)
        for (const recipient of recipients) address('recipient', recipient)
        assertTrusted('amount', amountBaseUnits)
      }
      for (const { recipients, approvals, outflows } of decoded.leaves) {
        for (const recipient of recipients) address('recipient', recipient)
        for (const { spender, amountBaseUnits } of approvals) {
          address('spender', spender)
          assertTrusted('amount', amountBaseUnits)
        }
        for (const { amountBaseUnits } of outflows) assertTrusted('amount', amountBaseUnits)
      }
      for (const amount of listAmountParameters(params)) assertTrusted('amount', amount)
    },
  }
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
