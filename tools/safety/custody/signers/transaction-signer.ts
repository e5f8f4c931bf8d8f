import type { Address, Hex, TransactionSerializableEIP1559 } from 'viem'
import type { Clock } from '../../../core/clock.ts'
import { ToolError } from '../../../core/errors.ts'
import { withinSigningTime } from '../../../core/signing-time.ts'
import { assertSigned, type UnsignedTransaction } from '../signed-transaction.ts'

/** A signer of transactions: any viem account that signs by itself has this shape. */
export interface TransactionSigner {
  readonly address: Address
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
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
