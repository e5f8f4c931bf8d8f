import type { Address, Hex, TransactionReceipt } from 'viem'
import { parseTransaction, TransactionNotFoundError, TransactionReceiptNotFoundError } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import { inTime } from '../../core/in-time.ts'
import { CANCEL_GAS } from '../custody/cage-executor.ts'
import type { CapabilityMint } from '../custody/capability.ts'
import { type Custody, type RecoveryUse, recoveryUse, type SignedPermit } from '../custody/custody.ts'
import { assertSameReceipt, CONFIRMATIONS, isFinal, type Providers } from '../evidence/second-provider.ts'
import type { PermitRow, PermitState, SignedTransaction } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import { isStoreFailure } from '../store/store-failure.ts'
import { findBody, type PermitBody } from './permit.ts'
import type { ExecutionOutcome, Settler } from './settlement.ts'

/** What recovery did about a permit. */
export type RecoveryStep =
  /** It is settled: its nonce was used, or nothing was ever sent. */
  | 'committed'
  | 'failed'
  /** Its transaction waits to be mined. */
  | 'waiting'
  /** The same bytes were sent again. */
  | 'resent'
  /** The same action was signed again at the same nonce, at the fee that was permitted. */
  | 'raised'
  /** A transaction that does nothing was put at its nonce. */
  | 'cancelling'
  /** The chain did not answer, or no signer is there: nothing is known. */
  | 'unknown'

/** What became of one permit. */
export interface Recovered {
  readonly permitId: Hex
  readonly step: RecoveryStep
  readonly reason?: string
}

/** What the chain says now of a permit that was settled. */
export interface Reconciled {
  readonly permitId: Hex
  readonly permitState: PermitState
  /** Undefined when the store has it in a form that cannot be read. */
  readonly body: PermitBody | undefined
  /** `final` when enough blocks are on top, `moved` when it is in another block, `dropped` when it is in none. */
  readonly found: 'final' | 'moved' | 'dropped'
  /** Set when a transaction of the permit was mined, in whatever block. */
  readonly receipt?: TransactionReceipt
  /** Whether the action is in the chain now; undefined while that is open. */
  readonly happened?: boolean
  readonly step?: RecoveryStep
}

/** Brings permits to an end that a crash, a lost answer or a reorganisation left open; never with a second nonce. */
export interface Recovery {
  /** Settle, send again or cancel what is open. */
  recover(): Promise<readonly Recovered[]>
  /** Look again for the transactions of settled permits whose block is not final. */
  reconcile(): Promise<readonly Reconciled[]>
  /**
   * Hold the receipt of an action that was just mined against what the second provider shows of it; answers whether it
   * is proven by that.
   *
   * @throws ToolError TRANSACTION_PENDING, PROVIDERS_DISAGREE
   */
  prove(row: PermitRow, receipt: TransactionReceipt): Promise<boolean>
}

type Reads = 'getBlock' | 'getTransaction' | 'getTransactionCount' | 'getTransactionReceipt'

/** By how much nodes want a replacement to raise both fees: a tenth, rounded up. */
const raisedFee = (fee: bigint) => (fee * 11n + 9n) / 10n

/** Create recovery over the store and the one thing that signs. */
export function createRecovery(
  deps: Providers<Reads> & {
    readonly store: SafetyStore
    readonly clock: Pick<Clock, 'setTimer' | 'tick'>
    readonly custody: Custody
    readonly mint: Pick<CapabilityMint, 'mint'>
    readonly settler: Settler
    /** The account whose nonces the permits hold. */
    readonly sender: Address
    /** Reads a mined action's receipt as that of the call inside, when something carries it. */
    readonly readReceipt?: (receipt: TransactionReceipt) => TransactionReceipt
    readonly isHalted: () => boolean
    /** Most that a transaction may offer for its gas, such that a halt can still outbid it. */
    readonly mostFeeWei: bigint
  },
): Recovery {
  const { store, chain, secondProvider, clock, custody, settler, sender } = deps
  const providers = secondProvider === undefined ? [chain] : [chain, secondProvider]

  /** Mint what entitles to one use of what one permit had signed, now. */
  const entitle = (use: RecoveryUse, permit: SignedPermit) => {
    const { tool, spendUsdc, ...bound } = recoveryUse(use, permit)
    const tick = clock.tick()
    const grant = { ...bound, tools: [tool], maxSpendUsdc: spendUsdc, expiresAtTick: tick + 1 }
    return [deps.mint.mint(grant), tick] as const
  }

  const findReceipt = (hash: Hex, provider = chain) =>
    inTime(
      clock,
      provider
        .getTransactionReceipt({ hash })
        .catch((cause) => undefinedWhen(cause, TransactionReceiptNotFoundError)),
      'a receipt',
    )
  const isKnown = (hash: Hex) =>
    inTime(
      clock,
      chain.getTransaction({ hash }).catch((cause) => undefinedWhen(cause, TransactionNotFoundError)),
      'a transaction',
    ).then((found) => found !== undefined)

  /**
   * Whether a nonce is used so deep in the chain that a node which does not know by what cannot merely lag behind the
   * one that said so.
   */
  const isLongUsed = async (used: number): Promise<boolean> => {
    const isSeenBy = async (provider: Providers<Reads>['chain']) => {
      const head = await inTime(clock, provider.getBlock(), 'the head')
      const blockNumber = (head.number ?? 0n) - BigInt(CONFIRMATIONS)
      if (blockNumber < 0n) return false
      // What cannot be looked up is not known to be long used.
      const nonce = provider.getTransactionCount({ address: sender, blockNumber }).catch(() => 0)
      return (await inTime(clock, nonce, 'the nonce')) > used
    }
    return (await Promise.all(providers.map(isSeenBy))).every((isSeen) => isSeen)
  }

  const isDeep = async ({ blockNumber }: TransactionReceipt) =>
    isFinal(blockNumber, (await inTime(clock, chain.getBlock(), 'the head')).number ?? 0n)

  /** The receipt of the call inside, when something carries it. */
  const open = (row: PermitRow, kind: SignedTransaction['kind'], receipt: TransactionReceipt) => {
    const isCarried = kind !== 'cancel' && findBody(row)?.approval === undefined
    return (isCarried && deps.readReceipt?.(receipt)) || receipt
  }

  /** Hold a receipt against what the second provider shows of the transaction; undefined where there is none. */
  const assertSeen = (receipt: TransactionReceipt, seen: TransactionReceipt | undefined) => {
    if (seen !== undefined) return assertSameReceipt(receipt, seen)
    const reason = 'the second provider does not show it yet'
    throw new ToolError('TRANSACTION_PENDING', { hash: receipt.transactionHash, reason })
  }

  /** What the chain says of the nonce of a permit; undefined while it is open. */
  const findExecutionOutcome = async (
    row: PermitRow,
    signed: readonly SignedTransaction[],
  ): Promise<ExecutionOutcome | 'unclear' | undefined> => {
    // The nonce is read first: were it read last, a transaction mined in between would look like somebody else's.
    const nonce = await inTime(clock, chain.getTransactionCount({ address: sender }), 'the nonce')
    for (const { kind, hash } of signed) {
      const [receipt, seen] = await Promise.all(providers.map((provider) => findReceipt(hash, provider)))
      if (receipt === undefined && seen === undefined) continue
      // Hidden by one node, what is mined would seem to have lost its nonce to somebody else.
      if (receipt === undefined) {
        const subject = `the transaction ${hash}`
        throw new ToolError('PROVIDERS_DISAGREE', { subject, expected: 'nothing', found: 'its receipt' })
      }
      if (secondProvider) assertSeen(receipt, seen)
      const isProven = secondProvider !== undefined || (await isDeep(receipt))
      return { kind: 'mined', receipt: open(row, kind, receipt), transaction: kind, isProven }
    }
    if (nonce <= row.nonce) return undefined
    return (await isLongUsed(row.nonce)) ? { kind: 'nonce-taken' } : 'unclear'
  }

  /** Get the open nonce of a permit used: by its action while that may still happen, else by nothing. */
  const press = async (row: PermitRow, signed: readonly SignedTransaction[]): Promise<RecoveryStep> => {
    const last = signed.at(-1) as SignedTransaction
    const head = await inTime(clock, chain.getBlock(), 'the head')
    const baseFee = head.baseFeePerGas ?? 0n
    const lastFees = parseTransaction(last.raw)
    const lastFee = lastFees.maxFeePerGas ?? 0n
    const lastPriority = lastFees.maxPriorityFeePerGas ?? 0n
    // What cannot be read any more has no time left: it is cancelled within the gas that was signed for.
    const { deadlineSeconds, maxFeePerGasWei, priorityFeeWei, gasLimit } = findBody(row) ?? {
      deadlineSeconds: 0n,
      maxFeePerGasWei: lastFee,
      priorityFeeWei: lastPriority,
      gasLimit: lastFees.gas ?? 0n,
    }
    const isStuck = lastFee < baseFee
    // The next block is later than the head, so at the deadline the action can only revert.
    const isOver = head.timestamp >= deadlineSeconds || deps.isHalted()
    const { permitId, simulationHash } = row
    const permit = { permitId, simulationHash }
    const replace = (kind: 'raise' | 'cancel', maxFeePerGasWei: bigint, priorityFeeWei: bigint) =>
      custody.replace(
        { ...permit, kind, raw: last.raw, maxFeePerGasWei, priorityFeeWei },
        ...entitle(kind, permit),
      )

    if (last.kind === 'cancel' ? isStuck : isOver || isStuck) {
      if (!isOver && maxFeePerGasWei >= baseFee && maxFeePerGasWei >= raisedFee(lastFee)) {
        await replace('raise', maxFeePerGasWei, priorityFeeWei)
        return 'raised'
      }
      // Doing nothing takes so little gas that a much higher fee stays within the gas that was permitted.
      const budget = (gasLimit * maxFeePerGasWei) / CANCEL_GAS
      const least = raisedFee(lastFee)
      const wanted = 2n * baseFee > least ? 2n * baseFee : least
      const fee = [budget, deps.mostFeeWei].reduce((a, b) => (b < a ? b : a), wanted)
      if (fee >= baseFee && fee >= least) {
        const priority = raisedFee(lastPriority)
        await replace('cancel', fee, priority < fee ? priority : fee)
        return 'cancelling'
      }
      // Past the deadline nothing of it can execute any more, but its gas could still be paid: it is left to wait.
    }
    // After a halt only what cancels is sent again.
    if (last.kind !== 'cancel' && deps.isHalted()) return 'waiting'
    if (await isKnown(last.hash)) return 'waiting'
    await custody.resend({ ...permit, raw: last.raw }, ...entitle('resend', permit))
    return 'resent'
  }

  const recoverOne = async (row: PermitRow): Promise<RecoveryStep> => {
    const signed = store.listTransactions(row.permitId)
    if (signed.length === 0) {
      // A signature leaves no trace on the way out, and what cannot be read may have been one.
      const isSignature = findBody(row)?.plan.kind !== 'transaction'
      return settler.settle(row, { kind: isSignature ? 'perhaps-signed' : 'never-sent' })
    }
    const executionOutcome = await findExecutionOutcome(row, signed)
    if (executionOutcome === 'unclear') return 'waiting'
    return executionOutcome ? settler.settle(row, executionOutcome) : press(row, signed)
  }

  const reconcileOne = async (row: PermitRow, headNumber: bigint): Promise<Reconciled | undefined> => {
    const { permitId, blockHash, blockNumber } = row
    const subject = { permitId, permitState: row.state, body: findBody(row) }
    const signed = store.listTransactions(permitId)
    const executionOutcome = await findExecutionOutcome(row, signed)
    if (executionOutcome === 'unclear') return { ...subject, found: 'dropped', step: 'waiting' }
    if (executionOutcome?.kind === 'mined') {
      const { receipt } = executionOutcome
      const happened = receipt.status === 'success' && executionOutcome.transaction !== 'cancel'
      if (receipt.blockHash === blockHash) {
        if (!isFinal(receipt.blockNumber, headNumber)) return undefined
        store.transact(() => {
          store.saveBlock(permitId, null)
          if (!happened) settler.release(row, receipt)
        })
        return { ...subject, found: 'final', receipt, happened }
      }
      store.transact(() => {
        store.saveBlock(permitId, { number: Number(receipt.blockNumber), hash: receipt.blockHash })
        const raised = settler.correct(row, happened)
        store.appendAudit('reorganised', {
          permitId,
          ...raised,
          from: { blockNumber, blockHash },
          to: { blockNumber: Number(receipt.blockNumber), blockHash: receipt.blockHash },
          happened,
        })
      })
      return { ...subject, found: 'moved', receipt, happened }
    }
    const step = executionOutcome === undefined ? await press(row, signed) : 'failed'
    store.transact(() => {
      if (step === 'failed') {
        store.saveBlock(permitId, null)
        settler.correct(row, false)
      }
      store.appendAudit('reorganised', { permitId, from: { blockNumber, blockHash }, to: null, step })
    })
    return { ...subject, found: 'dropped', step, ...(step === 'failed' ? { happened: false } : {}) }
  }

  return {
    async prove(row, receipt) {
      if (secondProvider === undefined) return false
      const seen = await findReceipt(receipt.transactionHash, secondProvider)
      assertSeen(receipt, seen && open(row, 'action', seen))
      return true
    },
    async recover() {
      const out: Recovered[] = []
      for (const row of store.listPermits('committing')) {
        const { permitId } = row
        try {
          const step = await recoverOne(row)
          if (step === 'resent' || step === 'raised' || step === 'cancelling') {
            store.appendAudit('recovery', { permitId, step })
          }
          out.push({ permitId, step })
        } catch (cause) {
          if (isStoreFailure(cause)) throw cause
          out.push({
            permitId,
            step: 'unknown',
            reason: cause instanceof Error ? cause.message : String(cause),
          })
        }
      }
      return out
    },
    async reconcile() {
      const open = store.listUnfinal()
      if (open.length === 0) return []
      const head = await inTime(clock, chain.getBlock(), 'the head')
      const out: Reconciled[] = []
      for (const row of open) {
        const found = await reconcileOne(row, head.number)
        if (found) out.push(found)
      }
      return out
    },
  }
}

function undefinedWhen(cause: unknown, kind: new (...args: never[]) => Error): undefined {
  if (cause instanceof kind) return undefined
  throw cause
}
