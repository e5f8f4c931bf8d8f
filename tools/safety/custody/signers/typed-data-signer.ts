import { type Address, hashTypedData } from 'viem'
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
    const found = recoverSigner(hashTypedData(typedData), signature)
    if (found === undefined) throw new ToolError('SIGNER_FAILED', { reason: 'it answered no signature' })
    if (!isAddressEqual(found, expected)) throw new ToolError('SIGNER_WRONG_KEY', { found, expected })
    return signature
  },
})
