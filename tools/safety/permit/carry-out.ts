import type { Hex, TransactionReceipt } from 'viem'
import type { Clock } from '../../core/clock.ts'
import { ToolError } from '../../core/errors.ts'
import type { SignaturePlan } from '../../core/plan.ts'
import type { CapabilityMint } from '../custody/capability.ts'
import type { Custody, ExecutionRequest } from '../custody/custody.ts'
import type { HaltLatch } from '../store/halt-latch.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import type { SafetyStore } from '../store/store.ts'
import type { Recovery } from './recovery.ts'
import type { ExecutionOutcome, Settler } from './settlement.ts'

/** Ticks for which a capability lives. */
const CAPABILITY_TICKS = 1

/** What a permit that was used up is carried out with. */
export interface CarryOutDeps {
  readonly store: SafetyStore
  readonly latch: Pick<HaltLatch, 'assertOpen'>
  readonly clock: Pick<Clock, 'tick'>
  readonly custody: Custody
  readonly mint: Pick<CapabilityMint, 'mint'>
  readonly settler: Settler
  readonly recovery: Recovery
}

/** A permit that was used up, with what it reserved. */
export interface UsedPermit {
  readonly row: PermitRow
  readonly spendUsdc: bigint
}

/** Mint what entitles to the one use of a permit, now. */
export function entitle(
  { row, spendUsdc }: UsedPermit,
  { clock, mint }: Pick<CarryOutDeps, 'clock' | 'mint'>,
) {
  const { tool, permitId, simulationHash } = row
  const capability = mint.mint({
    tools: [tool],
    permitId,
    simulationHash,
    maxSpendUsdc: spendUsdc,
    expiresAtTick: clock.tick() + CAPABILITY_TICKS,
  })
  // What is minted in one tick and used in another is void.
  return { use: { tool, permitId, simulationHash, spendUsdc }, capability, tick: clock.tick() }
}

/** Send the transaction of a permit and answer the receipt. @throws ToolError */
export async function sendPermitted(
  permit: UsedPermit,
  request: Omit<ExecutionRequest, 'tool' | 'permitId' | 'simulationHash' | 'spendUsdc'>,
  deps: CarryOutDeps,
): Promise<TransactionReceipt> {
  const { store, custody, settler } = deps
  const { use, capability, tick } = entitle(permit, deps)
  try {
    return await custody.executeTx({ ...use, ...request }, capability, tick)
  } catch (error) {
    // Without signed bytes nothing can ever have been sent; with them only recovery can tell.
    const row = store.findPermit(use.permitId)
    if (row?.rawTransaction === null) settler.settle(row, { kind: 'never-sent' })
    throw error
  }
}

/** Settle a permit by the receipt of its transaction. @throws ToolError TRANSACTION_REVERTED, TRANSACTION_PENDING, PROVIDERS_DISAGREE */
export async function settleMined(
  row: PermitRow,
  receipt: TransactionReceipt,
  { store, settler, recovery }: CarryOutDeps,
): Promise<void> {
  const isProven = await recovery.prove(row, receipt)
  const settled = settler.settle(store.findPermit(row.permitId) ?? row, {
    kind: 'mined',
    receipt,
    transaction: 'action',
    isProven,
  })
  if (settled === 'failed') {
    throw new ToolError('TRANSACTION_REVERTED', {
      hash: receipt.transactionHash,
      reason: 'see its trace; only gas was spent',
    })
  }
}

/** Sign the typed data of a permit and settle it. @throws ToolError */
export async function signPermitted(
  permit: UsedPermit,
  { typedData }: Pick<SignaturePlan, 'typedData'>,
  deps: CarryOutDeps,
): Promise<Hex> {
  const { use, capability, tick } = entitle(permit, deps)
  let executionOutcome: ExecutionOutcome = { kind: 'never-sent' }
  try {
    // A halt may have come since the permit was used up: then nothing is signed.
    deps.latch.assertOpen()
    // Whatever a signer that failed may have let out counts as well.
    executionOutcome = { kind: 'perhaps-signed' }
    const signature = await deps.custody.signTypedData({ ...use, typedData }, capability, tick)
    // A halt may have come while it was signed: then nobody gets it.
    deps.latch.assertOpen()
    executionOutcome = { kind: 'signed', signature }
    return signature
  } finally {
    deps.settler.settle(permit.row, executionOutcome)
  }
}
