import { type Address, parseTransaction } from 'viem'
import type { Clock } from '../core/clock.ts'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { FlightView, PermitView, SafetyView } from '../core/safety-view.ts'
import type { BookKeeper } from './evidence/books.ts'
import type { AuthorityReader } from './evidence/live-elsewhere.ts'
import type { Providers } from './evidence/second-provider.ts'
import { heldSeconds, sumLedger, windowStart } from './evidence/spend.ts'
import { describePermit } from './permit/describe-permit.ts'
import { readLiveAuthority } from './permit/live-authority.ts'
import { findBody, remainingSeconds } from './permit/permit.ts'
import type { LimitKeeper } from './policy/limit-keeper.ts'
import type { PhaseKeeper } from './policy/phase-keeper.ts'
import { findAsset, findTarget, type SafetyPolicy } from './policy/policy.ts'
import type { PolicyInForce } from './policy/policy-in-force.ts'
import { type ClockReading, currentMoment } from './store/clocks.ts'
import type { HaltLatch } from './store/halt-latch.ts'
import type { PermitRow } from './store/permit-rows.ts'
import type { SafetyStore } from './store/store.ts'

const viewPermit = (row: PermitRow, now: ClockReading): PermitView => ({
  permitId: row.permitId,
  tool: row.tool,
  state: row.state,
  simulationHash: row.simulationHash,
  issuedAtWallMs: row.issuedWallMs,
  ttlSeconds: row.ttlSeconds,
  remainingSeconds: remainingSeconds(row, now),
})

/** A permit of which something is signed; what happens off the chain and what was never signed is none. */
function viewFlight(
  row: PermitRow,
  { store, sender }: { readonly store: SafetyStore; readonly sender: Address },
): FlightView[] {
  const body = findBody(row)
  const signed = store.listTransactions(row.permitId)
  if (body === undefined || signed.length === 0) return []
  return [
    {
      permitId: row.permitId,
      tool: row.tool,
      sender,
      nonce: row.nonce,
      deadlineSeconds: body.deadlineSeconds,
      signed: signed.map(({ kind, raw, hash }) => {
        const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = parseTransaction(raw)
        return { kind, hash, maxFeePerGasWei: maxFeePerGas, priorityFeeWei: maxPriorityFeePerGas }
      }),
      permittedFeePerGasWei: body.maxFeePerGasWei,
    },
  ]
}

/** States of permits under which a signature may have been given. */
const SIGNING: readonly string[] = ['committing', 'committed', 'failed']

/** Create the read-only sight of the safety layer that tools are given. */
export function createSafetyView(
  deps: Providers<'readState'> & {
    readonly account: Address
    /** The account that sends. */
    readonly sender: Address
    readonly store: SafetyStore
    readonly policy: SafetyPolicy
    readonly inForce: PolicyInForce
    readonly latch: HaltLatch
    readonly limits: LimitKeeper
    readonly phases: PhaseKeeper
    readonly clock: Clock
    readonly books: Pick<BookKeeper, 'losses'>
    readonly foresee: SafetyView['foresee']
    readonly authorityElsewhere: AuthorityReader
  },
): SafetyView {
  const { store, policy, inForce, latch, limits, phases, clock } = deps
  const now = () => currentMoment(store, clock.wallMs())
  const readLive = async () => {
    const start = windowStart(now())
    const [here, elsewhere] = [await readLiveAuthority(deps, start), await deps.authorityElsewhere(start)]
    return {
      totalUsdc: here.totalUsdc + elsewhere.totalUsdc,
      unguardedUsdc: here.unguardedUsdc + elsewhere.unguardedUsdc,
    }
  }
  return {
    phase() {
      const { phase, epoch, sinceWallMs } = phases.current()
      return { phase: phase ?? 'unknown', epoch, sinceWallMs }
    },
    haltedSince: () => latch.read()?.sinceWallMs,
    spending() {
      const moment = now()
      const window = sumLedger(store.ledgerAfter(windowStart(moment), heldSeconds(moment)))
      return {
        ...limits.current(),
        spentInWindowUsdc: window.totalUsdc - window.reservedUsdc,
        reservedUsdc: window.reservedUsdc,
        unguardedUsdc: window.unguardedUsdc,
      }
    },
    liveAllowances: () => readLive().catch(() => undefined),
    losses: () => deps.books.losses(),
    permits() {
      const moment = now()
      return store.listPermits().map((row) => viewPermit(row, moment))
    },
    permit(permitId) {
      const row = store.findPermit(permitId)
      const body = row && findBody(row)
      if (row === undefined || body === undefined) return undefined
      const { params, plan, deadlineSeconds, guardianSignature, approval } = body
      return {
        ...viewPermit(row, now()),
        actionKind: body.actionKind,
        params,
        actionClass: describePermit(store, permitId)?.actionClass,
        plan,
        deadlineSeconds,
        isGuardianSigned: guardianSignature !== undefined,
        isOwnerApproved: approval !== undefined,
        transactionHash: row.transactionHash,
      }
    },
    openSignatures() {
      const { chainSeconds } = now()
      return store.listPermits().flatMap((row) => {
        const plan = SIGNING.includes(row.state) ? findBody(row)?.plan : undefined
        if (plan?.kind !== 'signature') return []
        const untilSeconds = store.findLedgerEntry(row.permitId)?.untilSeconds
        if (untilSeconds !== undefined && untilSeconds < chainSeconds) return []
        return [{ permitId: row.permitId, primaryType: plan.typedData.primaryType, untilSeconds }]
      })
    },
    nextAuditIndex: () => store.auditHead().entries + 1,
    inFlight: () => store.listPermits('committing').flatMap((row) => viewFlight(row, deps)),
    entries: (port) => store.listEntries(port),
    audit: (fromIndex, limit) => store.readAudit(fromIndex, limit),
    verifyAudit: () => store.verifyAudit(),
    configured() {
      const { owner, approver, guardian, minHealth, assets, readers, logs } = policy
      const { targets, recipients, spenders } = inForce.read()
      const { perDayUsdc, hotLaneUsdc } = limits.current()
      return {
        owner,
        ...(approver ? { approver } : {}),
        ...(guardian ? { guardian } : {}),
        perDayUsdc,
        hotLaneUsdc,
        minHealth,
        assets,
        targets,
        readers,
        recipients,
        spenders,
        logs,
      }
    },
    foresee: deps.foresee,
    allowlist(address) {
      const isListed = (list: readonly `0x${string}`[]) =>
        list.some((entry) => isAddressEqual(entry, address))
      const lists = inForce.read()
      const target = findTarget(lists, address)
      return {
        isTarget: target !== undefined,
        isSpender: isListed(lists.spenders),
        isRecipient: isListed(lists.recipients),
        isAsset: findAsset(lists, address) !== undefined,
        selectors: target?.selectors ?? [],
      }
    },
  }
}
