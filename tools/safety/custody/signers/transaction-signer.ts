import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'
import type { Clock } from '../../../core/clock.ts'
import { ToolError } from '../../../core/errors.ts'
import { within } from '../../../core/within.ts'
import { assertSigned, type UnsignedTransaction } from '../signed-transaction.ts'

/** A signer of transactions: any viem account that signs by itself has this shape. */
export interface TransactionSigner {
  readonly address: Address
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
}

/** Longest time that a signer may take; a person with a hardware wallet needs most of it. */
export const SIGN_TIMEOUT_MS = 30_000

/** Runs of hex as long as a key have no place in a message, whatever a signer says. */
const LONG_HEX = /(0x)?[0-9a-f]{64,}/gi

const describe = (cause: unknown) =>
  (cause instanceof Error
    ? ((cause as { shortMessage?: string }).shortMessage ?? cause.message)
    : String(cause)
  ).replaceAll(LONG_HEX, '…')

/**
 * Answer within a signer's time, or deny.
 *
 * @throws ToolError SIGNER_FAILED, SIGNER_TIMED_OUT
 */
export async function withinSigningTime<Result>(
  clock: Pick<Clock, 'setTimer'>,
  body: () => Promise<Result>,
): Promise<Result> {
  const tooLate = () => new ToolError('SIGNER_TIMED_OUT', { timeoutMs: SIGN_TIMEOUT_MS })
  try {
    return await within(clock, SIGN_TIMEOUT_MS, (async () => body())(), tooLate)
  } catch (cause) {
    if (cause instanceof ToolError) throw cause
    throw new ToolError('SIGNER_FAILED', { reason: describe(cause) })
  }
}

/**
 * Let a signer sign a transaction and trust nothing that it answers: the bytes must be the requested ones, by the
 * signer's own account.
 *
 * @throws ToolError SIGNER_FAILED, SIGNER_TIMED_OUT, SIGNED_BYTES_DIFFER, SIGNER_WRONG_KEY
 */
export async function signExactly(
  signer: TransactionSigner,
  expected: Address,
  wanted: UnsignedTransaction,
  clock: Pick<Clock, 'setTimer'>,
): Promise<Hex> {
  // A signer gets its own copy, so that it cannot change what its answer is compared with.
  const raw = await withinSigningTime(clock, () => signer.signTransaction({ ...wanted }))
  if (typeof raw !== 'string') throw new ToolError('SIGNER_FAILED', { reason: 'it answered no bytes' })
  await assertSigned(raw, wanted, expected)
  return raw
}
