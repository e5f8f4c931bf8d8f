import type { Hex, TransactionReceipt } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { EventBus } from '../../core/events.ts'
import { type Json, toCanonicalJson } from '../../core/json.ts'
import { keccak256 } from '../../core/keccak256.ts'
import type { LocalPlan, LocalValues } from '../../core/plan.ts'
import { sha256Text } from '../../core/sha256.ts'
import type { BookKeeper } from '../evidence/books.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { grantAllowances, seeAllowances } from '../evidence/live-allowances.ts'
import { keepLiveAllowances, noteLiveAllowances } from '../evidence/live-elsewhere.ts'
import { holdsUntil } from '../evidence/signature-evidence.ts'
import type { Spend } from '../evidence/spend.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { ClockReading } from '../store/clocks.ts'
import type { PermitRow, TransactionKind } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import type { AccountLease } from './account-lease.ts'
import { keepPrices } from './outcome-value.ts'
import type { PermitBody } from './permit.ts'
import {
  GRANTED_KEY,
  priceEther,
  priceGas,
  readGrantedAllowances,
  readSettlement,
  type Settlement,
} from './settlement-record.ts'

/** What became of the nonce of a permit that was used up. */
export type ExecutionOutcome =
  /** One of the permit's transactions was mined. */
  | {
      readonly kind: 'mined'
      readonly receipt: TransactionReceipt
      readonly transaction: TransactionKind
      /** Whether two providers show it or it is final: a failure of which one alone knows lowers nothing. */
      readonly isProven: boolean
    }
  /** No bytes were ever signed. */
  | { readonly kind: 'never-sent' }
  /** Another transaction than the stack's was mined at the nonce. */
  | { readonly kind: 'nonce-taken' }
  /** Typed data was signed and the signature given out. */
  | { readonly kind: 'signed'; readonly signature: Hex }
  /** Typed data may have been signed; nobody can tell who has the signature. */
  | { readonly kind: 'perhaps-signed' }
  /** A local port has it, by its own receipt. */
  | { readonly kind: 'kept'; readonly receipt: LocalValues }
  /** No local port has anything of it. */
  | { readonly kind: 'not-kept' }

/** Moves permits from one state to another, together with the log. */
export interface Settler {
  /** Move a permit and log it in one durable step; false when it is not in that state. */
  end(permitId: Hex, from: PermitRow['state'], to: PermitRow['state'], note?: Json): boolean
  /**
   * Use a permit up: move it, reserve its spend, keep what settling needs and log it, all in one durable step before
   * any effect. False when the permit is no longer pending.
   */
  consume(
    permit: { readonly row: PermitRow; readonly body: PermitBody },
    evidence: Evidence,
    verdict: { readonly spend: Spend; readonly guarded: boolean },
    now: ClockReading,
  ): boolean
  /** Use a permit up for what happens off the chain: there is nothing to reserve. False when it is no longer pending. */
  consumeLocal(row: PermitRow, plan: LocalPlan): boolean
  /** Settle a permit that was used up, once; answers the state in which it ended. */
  settle(row: PermitRow, executionOutcome: ExecutionOutcome): 'committed' | 'failed'
  /** Correct books and spend of a settled permit whose action turned out (not) to be in the chain; never downwards. */
  correct(row: PermitRow, happened: boolean): { readonly raisedToUsdc?: string }
  /** Lower what a failed permit counts for to the gas that it paid, once its receipt is proven. */
  release(row: PermitRow, receipt: TransactionReceipt): void
}

type Mined = ExecutionOutcome & { readonly kind: 'mined' }

/** How a permit ends that never counted as spend. */
type Local = ExecutionOutcome & { readonly kind: 'kept' | 'not-kept' }

const isLocal = (outcome: ExecutionOutcome): outcome is Local =>
  outcome.kind === 'kept' || outcome.kind === 'not-kept'

/** How a permit ends of which no transaction was mined, and what it counts for. */
function concludeUnmined(
  outcome: Exclude<ExecutionOutcome, Mined | Local>,
  reserved: bigint,
): {
  readonly to: 'committed' | 'failed'
  readonly spentUsdc: bigint
  readonly note: { [key: string]: Json }
} {
  switch (outcome.kind) {
    case 'never-sent':
      return { to: 'failed', spentUsdc: 0n, note: { reason: 'nothing was sent' } }
    case 'nonce-taken':
      // Nothing of it can have happened, but nobody knows what the other transaction spent.
      return {
        to: 'failed',
        spentUsdc: reserved,
        note: { reason: 'the nonce was used by another transaction' },
      }
    case 'signed':
      return { to: 'committed', spentUsdc: reserved, note: { signature: keccak256(outcome.signature) } }
    case 'perhaps-signed':
      // Its holder can use it until it lapses, so all of it counts until then.
      return {
        to: 'failed',
        spentUsdc: reserved,
        note: { reason: 'nobody knows whether a signature got out' },
      }
  }
}

const listHashes = (store: Pick<SafetyStore, 'listTransactions'>, permitId: Hex) =>
  store.listTransactions(permitId).map(({ hash }) => hash)

/** Settle a permit by the transaction of its own that was mined; inside the transaction that the caller began. */
function settleMined(
  row: PermitRow,
  outcome: Mined,
  reserved: bigint,
  { store, books, lease, end }: Omit<SettlerDeps, 'policy' | 'events'> & Pick<Settler, 'end'>,
) {
  const { receipt, transaction, isProven } = outcome
  const { permitId } = row
  const kept = readSettlement(row)
  const succeeded = receipt.status === 'success' && transaction !== 'cancel'
  const to = succeeded ? 'committed' : 'failed'
  const spentUsdc = succeeded || !isProven ? reserved : priceGas(receipt, row, reserved)
  store.settle(permitId, spentUsdc)
  if (kept) {
    // A reorganisation may put any other of them in the place of the one that was mined.
    const hashes = listHashes(store, permitId)
    books.write(succeeded ? kept.booksAfter : kept.booksBefore, hashes)
    // What one provider calls reverted may have happened.
    if (!succeeded && !isProven) books.lower(kept.booksAfter, hashes)
  }
  lease.use(row.nonce)
  store.saveBlock(permitId, { number: Number(receipt.blockNumber), hash: receipt.blockHash })
  end(permitId, 'committing', to, {
    [transaction === 'action' ? 'hash' : transaction]: receipt.transactionHash,
    spentUsdc: spentUsdc.toString(),
  })
  return to
}

/** A permit that was used up and has come to its end. */
export interface Settled {
  /** As it was before. */
  readonly row: PermitRow
  readonly state: 'committed' | 'failed'
  readonly outcome: ExecutionOutcome
}

interface SettlerDeps {
  readonly store: SafetyStore
  readonly policy: SafetyPolicy
  readonly book: Pick<AddressBook, 'wrappedNative'>
  /** Told of each permit that is settled, once that is durable; it must not throw. */
  readonly onSettled?: (settled: Settled) => void
  readonly events: EventBus
  readonly books: BookKeeper
  readonly lease: AccountLease
}

/** Create the settler over a store; commit and recovery settle by the same rules. */
export function createSettler(deps: SettlerDeps): Settler {
  const { store, events, books } = deps

  const move = (permitId: Hex, from: PermitRow['state'], to: PermitRow['state']) => {
    const moved = store.movePermit(permitId, from, to)
    if (moved) {
      store.onceDurable(() => events.emit({ kind: 'permit:state', permit_id: permitId, from, to }))
    }
    return moved
  }
  const end: Settler['end'] = (permitId, from, to, note = {}) =>
    store.transact(() => {
      if (!move(permitId, from, to)) return false
      store.appendAudit('permit', { permitId, from, to, note })
      return true
    })
  const endLocal = (permitId: Hex, outcome: Local) => {
    const to = outcome.kind === 'kept' ? 'committed' : 'failed'
    const note: Json =
      outcome.kind === 'kept'
        ? { receipt: sha256Text(toCanonicalJson(outcome.receipt)) }
        : { reason: 'no port has it' }
    end(permitId, 'committing', to, note)
    return to
  }
  return {
    end,
    consumeLocal({ permitId, tool, simulationHash }, { route, operation }) {
      return store.transact(() => {
        if (!move(permitId, 'pending', 'committing')) return false
        store.appendAudit('consumed', { permitId, tool, simulationHash, route, operation })
        return true
      })
    },
    consume({ row, body }, evidence, { spend, guarded }, now) {
      const { permitId } = row
      return store.transact(() => {
        if (!move(permitId, 'pending', 'committing')) return false
        store.reserve({
          permitId,
          amountUsdc: spend.totalUsdc,
          guarded,
          ...holdsUntil(evidence),
          ...now,
        })
        const granted = readGrantedAllowances(store)
        const left = grantAllowances(evidence, granted, guarded)
        if (left !== granted) store.writeMeta(GRANTED_KEY, JSON.stringify(left))
        noteLiveAllowances(store, keepLiveAllowances(evidence, deps.policy))
        const { toleranceBps } = body.plan.expectation
        const settlement: Settlement = {
          reservedUsdc: spend.totalUsdc.toString(),
          booksBefore: books.foresee(evidence, toleranceBps, false),
          booksAfter: books.foresee(evidence, toleranceBps, true),
          ...priceEther(evidence, deps.policy),
          seenAllowances: seeAllowances(evidence, granted),
          prices: keepPrices(evidence, body.plan.expectation, deps),
        }
        store.saveSettlement(permitId, JSON.stringify(settlement))
        store.appendAudit('consumed', { permitId, tool: row.tool, simulationHash: row.simulationHash, spend })
        return true
      })
    },
    settle(row, outcome) {
      const { permitId } = row
      const reserved = store.findLedgerEntry(permitId)?.amountUsdc ?? 0n
      const before = store.findPermit(permitId)
      const state = store.transact(() => {
        if (outcome.kind === 'mined') return settleMined(row, outcome, reserved, { ...deps, end })
        if (isLocal(outcome)) return endLocal(permitId, outcome)
        const { to, spentUsdc, note } = concludeUnmined(outcome, reserved)
        store.settle(permitId, spentUsdc)
        end(permitId, 'committing', to, { ...note, spentUsdc: spentUsdc.toString() })
        return to
      })
      if (before?.state === 'committing') deps.onSettled?.({ row: before, state, outcome })
      return state
    },
    correct(row, happened) {
      const kept = readSettlement(row)
      if (kept === undefined) return {}
      books.lower(happened ? kept.booksAfter : kept.booksBefore, listHashes(store, row.permitId))
      if (!happened) return {}
      store.raiseSpend(row.permitId, BigInt(kept.reservedUsdc))
      return { raisedToUsdc: kept.reservedUsdc }
    },
    release(row, receipt) {
      const { permitId } = row
      const spent = store.findLedgerEntry(permitId)?.amountUsdc ?? 0n
      const loweredTo = priceGas(receipt, row, spent)
      if (row.state !== 'failed' || loweredTo >= spent) return
      store.lowerSpend(permitId, loweredTo)
      store.appendAudit('released', { permitId, loweredToUsdc: loweredTo.toString() })
    },
  }
}
