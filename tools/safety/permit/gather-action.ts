import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import type { ChainReader, SimulationEnvironment } from '../../core/chain.ts'
import type { Clock } from '../../core/clock.ts'
import type { OperatorRoute, OwnAccount } from '../../core/contract-account.ts'
import type { DecoderIndex } from '../../core/decoder-index.ts'
import { inTime } from '../../core/in-time.ts'
import type { Interfaces } from '../../core/interfaces.ts'
import type { ActionPlan } from '../../core/plan.ts'
import type { KnownSignature } from '../../core/signature-reader.ts'
import { type Approval, isAccountApproval } from '../custody/account-approval.ts'
import { encodeCarryOut } from '../custody/owner-approval.ts'
import { type Evidence, gatherEvidence, type Head } from '../evidence/evidence.ts'
import { encodeOwnCall } from '../evidence/own-account.ts'
import type { SecondProvider } from '../evidence/second-provider.ts'
import { gatherSignatureEvidence } from '../evidence/signature-evidence.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { SafetyStore } from '../store/store.ts'
import { readGrantedAllowances } from './settlement-record.ts'

/** An action as it would be carried out on top of a head. */
export interface ActionAtHead {
  readonly plan: ActionPlan
  readonly permitId: Hex
  readonly deadlineSeconds: bigint
  readonly head: Head
  /** What else of the block is known in which it will be mined. */
  readonly environment?: SimulationEnvironment
  /** The owner's approval, with which the calls go through the owner's gate, or its account makes one. */
  readonly approval?: Approval
  readonly guardianSignature?: Hex
}

/** What evidence is gathered with. */
export interface GatherDeps {
  readonly store: SafetyStore
  readonly latch: Pick<HaltLatch, 'read'>
  readonly policy: SafetyPolicy
  readonly book: AddressBook
  readonly chain: ChainReader
  readonly secondProvider: SecondProvider | undefined
  readonly clock: Clock
  readonly decoders: DecoderIndex
  /** Says why calls fail. */
  readonly interfaces: Pick<Interfaces, 'explainRevert'>
  readonly signatures: readonly KnownSignature[]
  readonly account: Address
  readonly operator: Address
  /** The account that sends. */
  readonly sender: Address
  readonly route?: OperatorRoute
  /** The owner's account, where it acts for itself. */
  readonly ownAccount?: OwnAccount
}

/**
 * Gather the evidence on an action, whether it is signed, carried out by the operator or by the owner's gate.
 *
 * @throws ToolError CHAIN_TIMEOUT, WRONG_CHAIN, PROVIDERS_DISAGREE
 */
export function gatherAction(action: ActionAtHead, deps: GatherDeps): Promise<Evidence> {
  const { store, latch, clock, policy } = deps
  const { plan, permitId, deadlineSeconds, head, approval, guardianSignature } = action
  // A halt needs nothing of the store.
  const granted = latch.read() ? [] : readGrantedAllowances(store)
  const around = { ...deps, granted, wallMs: clock.wallMs() }
  if (plan.kind === 'signature') {
    return inTime(clock, gatherSignatureEvidence({ plan, head }, around), 'the evidence')
  }
  const carrier = approval && {
    from: deps.sender,
    ...(isAccountApproval(approval)
      ? encodeOwnCall(plan, approval.signatures, deps.ownAccount)
      : { to: policy.owner, data: encodeCarryOut(approval, plan.calls) }),
  }
  // No block can be earlier than this; at the head's own time a price may still seem fresh.
  const environment = { timestampSeconds: head.timestamp + 1n, ...action.environment }
  const gathered = gatherEvidence(
    {
      plan,
      permitId,
      deadlineSeconds,
      head,
      environment,
      ...(carrier ? { carrier } : {}),
      ...(guardianSignature ? { guardianSignature } : {}),
    },
    around,
  )
  return inTime(clock, gathered, 'the evidence')
}
