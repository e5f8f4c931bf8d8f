import {
  type Address,
  type Hex,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionReceipt,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem'
import { assertReceipt } from '../../core/assert-receipt.ts'
import type { Broadcaster } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import type { CarriedCall, Envelope, OwnAccount } from '../../core/contract-account.ts'
import { describeCause } from '../../core/describe-cause.ts'
import { ToolError } from '../../core/errors.ts'
import type { EventBus } from '../../core/events.ts'
import { inTime } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import type { Call, CallRoute } from '../../core/plan.ts'
import { TICK_BUDGETS_MS } from '../../core/tool-def.ts'
import { within } from '../../core/within.ts'
import { encodeCageExecute } from '../evidence/encode-cage-execute.ts'
import { encodeOwnCall } from '../evidence/own-account.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import { isAccountApproval } from './account-approval.ts'
import type { ExecutionRequest, Outbox, TxExecutor } from './custody.ts'
import { encodeCarryOut } from './owner-approval.ts'
import { signExactly, type TransactionSigner } from './signers/transaction-signer.ts'

/** Longest time for a transaction to be mined while its sender waits: the budget of what is sent and confirmed. */
const MINING_TIMEOUT_MS = TICK_BUDGETS_MS.slow

/** Gas of a transaction that does nothing. */
export const CANCEL_GAS = 21_000n

/** Routes by which the sender has no say, so that nothing carries what it sends. */
const SENT_BY_ANYBODY: readonly string[] = ['owner', 'account']

/** Tell whether the operator, when it is a contract, carries what goes by a route. */
export const isCarried = (route: string | undefined): boolean => !SENT_BY_ANYBODY.includes(route ?? '')

/**
 * Create the executor that acts as the operator of a PolicyCage: through it, or by the operator's own account alone.
 *
 * Order: sign, check the signed bytes, keep them durably, broadcast, wait for the receipt. Bytes whose sending seems
 * to have failed are looked for by their hash: the node may have them all the same.
 */
export function createCageExecutor(deps: {
  readonly chainId: number
  readonly cage: Address
  /** The gate through which an owner's approved calls go. */
  readonly gate?: Address
  /** The owner's account, where it acts for itself. */
  readonly ownAccount?: OwnAccount
  readonly signer: TransactionSigner
  /** The account whose transactions these are; the signer's own word for it counts for nothing. */
  readonly sender: Address
  /** How the sender reaches the cage when it is not the operator itself. */
  readonly envelope?: Envelope
  readonly clock: Pick<Clock, 'setTimer'>
  readonly outbox: Outbox
  /** The emergency latch; once it is set, nothing but what cancels is signed, kept or sent. */
  readonly latch: Pick<HaltLatch, 'assertOpen'>
  readonly broadcaster: Broadcaster
  readonly events: EventBus
  /** What is left of the running tick, milliseconds; a tick without bounds leaves any time. */
  readonly remainingMs?: () => number
}): TxExecutor {
  const { chainId, cage, signer, sender, outbox, latch, broadcaster, clock, events } = deps
  /** How calls are carried by each route. */
  const carriers: Readonly<Record<CallRoute, (request: ExecutionRequest) => CarriedCall>> = {
    cage: ({ calls, deadlineSeconds, permitId, guardianSignature }) => ({
      to: cage,
      data: encodeCageExecute(calls, deadlineSeconds, permitId, guardianSignature),
    }),
    op: ({ calls }) => readOnlyCall(calls),
    owner({ tool, calls, approval }) {
      if (approval === undefined || isAccountApproval(approval))
        throw new ToolError('APPROVAL_MISSING', { tool })
      if (deps.gate === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool })
      return { to: deps.gate, data: encodeCarryOut(approval, calls) }
    },
    account({ tool, calls, approval }) {
      if (approval === undefined || !isAccountApproval(approval)) {
        throw new ToolError('APPROVAL_MISSING', { tool })
      }
      return encodeOwnCall({ calls }, approval.signatures, deps.ownAccount)
    },
  }
  const send = async (raw: Hex) => {
    try {
      await inTime(clock, broadcaster.send(raw), 'sending')
    } catch (cause) {
      const isKnown = await inTime(clock, broadcaster.isKnown(keccak256(raw)), 'what was sent').catch(
        () => false,
      )
      if (!isKnown) throw new ToolError('BROADCAST_FAILED', { reason: describeCause(cause) }, { cause })
    }
  }

  return {
    async execute(request): Promise<TransactionReceipt> {
      latch.assertOpen()
      const { route } = request
      const call = carriers[route](request)
      const sealed = isCarried(route) ? await deps.envelope?.seal(call, request) : undefined
      const raw = await signExactly(
        signer,
        sender,
        {
          type: 'eip1559',
          chainId,
          to: sealed?.to ?? call.to,
          value: 0n,
          data: sealed?.data ?? call.data,
          nonce: request.nonce,
          gas: request.gasLimit,
          maxFeePerGas: request.maxFeePerGasWei,
          maxPriorityFeePerGas: request.priorityFeeWei,
        },
        clock,
      )
      const hash = keccak256(raw)
      outbox.transact(() => {
        // A halt may have come while it was signed.
        latch.assertOpen()
        outbox.saveTransaction(request.permitId, raw, hash)
      })
      latch.assertOpen()
      events.emit({ kind: 'tx:sent', hash, nonce: request.nonce, permit_id: request.permitId })
      await send(raw)
      const pending = (cause: unknown) =>
        new ToolError('TRANSACTION_PENDING', { hash, reason: describeCause(cause) }, { cause })
      // What is not mined by then stays as it was kept: the next tick takes it up.
      const waitMs = Math.min(MINING_TIMEOUT_MS, deps.remainingMs?.() ?? MINING_TIMEOUT_MS)
      const tooLate = () => pending(new Error(`no receipt within ${waitMs} ms`))
      const mined = await within(
        clock,
        waitMs,
        broadcaster
          .waitForReceipt(hash)
          .then((receipt) => assertReceipt(receipt, hash))
          .catch((cause: unknown) => {
            throw pending(cause)
          }),
        tooLate,
      )
      const receipt = (await sealed?.open(mined)) ?? mined
      events.emit({ kind: 'tx:mined', hash, status: receipt.status, gas_used: receipt.gasUsed.toString() })
      return receipt
    },
    async resend(raw) {
      if (!isCancel(raw, sender)) latch.assertOpen()
      await send(raw)
    },
    async replace({ permitId, kind, raw: replaced, maxFeePerGasWei, priorityFeeWei, onKept }) {
      // Everything but the fee comes from bytes that were signed before, never from what a store says of them.
      const signed = parseTransaction(replaced) as TransactionSerializableEIP1559
      const from = await recoverTransactionAddress({
        serializedTransaction: replaced as TransactionSerializedEIP1559,
      })
      const { nonce, gas, to, data } = signed
      if (!isAddressEqual(from, sender) || nonce === undefined || !to || gas === undefined) {
        throw new ToolError('BROADCAST_FAILED', { reason: 'the kept bytes are not of this account' })
      }
      const raw = await signExactly(
        signer,
        sender,
        {
          type: 'eip1559',
          chainId,
          value: 0n,
          nonce,
          ...(kind === 'cancel'
            ? { to: sender, gas: CANCEL_GAS, data: '0x' }
            : { to, gas, data: data ?? '0x' }),
          maxFeePerGas: maxFeePerGasWei,
          maxPriorityFeePerGas: priorityFeeWei,
        },
        clock,
      )
      const hash = keccak256(raw)
      outbox.transact(() => {
        if (kind === 'raise') latch.assertOpen()
        outbox.saveReplacement(permitId, { kind, raw, hash })
        onKept?.(hash)
      })
      if (kind === 'raise') latch.assertOpen()
      events.emit({ kind: 'tx:sent', hash, nonce, ...(kind === 'raise' ? { permit_id: permitId } : {}) })
      await send(raw)
    },
  }
}

/** The one call of the operator's own account. @throws ToolError OPERATOR_PLAN_UNFIT */
function readOnlyCall(calls: readonly Call[]): CarriedCall {
  const [call, ...others] = calls
  if (call === undefined || others.length > 0 || call.valueWei !== 0n) {
    const found = `${calls.length} calls and ${call?.valueWei ?? 0n} wei`
    throw new ToolError('OPERATOR_PLAN_UNFIT', { found, expected: 'one call without value' })
  }
  return { to: call.to, data: call.data }
}

/** Whether bytes do nothing but use up a nonce. */
function isCancel(raw: Hex, sender: Address): boolean {
  const { to, data, value } = parseTransaction(raw)
  return to !== undefined && to !== null && isAddressEqual(to, sender) && (data ?? '0x') === '0x' && !value
}
