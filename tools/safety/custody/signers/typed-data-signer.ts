import { type Address, type Hex, hashTypedData, type TypedDataDefinition } from 'viem'
import type { Clock } from '../../../core/clock.ts'
import { ToolError } from '../../../core/errors.ts'
import { isAddressEqual } from '../../../core/is-address-equal.ts'
import { recoverSigner } from '../../../core/secp256k1.ts'
import { withinSigningTime } from '../../../core/signing-time.ts'
import type { TypedDataSigner } from '../custody.ts'

/**
 * Let a signer sign typed data and trust nothing that it answers: it must be the expected account's signature over
 * exactly this data, in time.
 *
 * Its `signTypedData` throws SIGNER_FAILED, SIGNER_TIMED_OUT, SIGNER_WRONG_KEY
 */
export const signTypedDataExactly = (
  signer: TypedDataSigner,
  expected: Address,
  clock: Pick<Clock, 'setTimer'>,
): TypedDataSigner => ({
  async signTypedData(typedData) {
    // A signer gets its own copy, so that it cannot change what its answer is compared with.
    const signature = await withinSigningTime(clock, () => signer.signTypedData(structuredClone(typedData)))
    assertSignedTypedData(signature, typedData, expected)
    return signature
  },
})

/** How `v` reads in the last byte of a signature; contracts take no other form. */
const ENDS_WITH_V = /1[bc]$/i

/**
 * Check that a signature is an account's over typed data, in the form that contracts take.
 *
 * @throws ToolError SIGNER_FAILED, SIGNER_WRONG_KEY
 */
export function assertSignedTypedData(
  signature: Hex,
  typedData: TypedDataDefinition,
  expected: Address,
): void {
  const found = recoverSigner(hashTypedData(typedData), signature)
  if (found === undefined || !ENDS_WITH_V.test(signature)) {
    throw new ToolError('SIGNER_FAILED', { reason: 'it answered no signature' })
  }
  if (!isAddressEqual(found, expected)) throw new ToolError('SIGNER_WRONG_KEY', { found, expected })
}
