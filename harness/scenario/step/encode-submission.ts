import type { Address } from 'viem'
import { HarnessError } from '../../errors.ts'
import { loadParts } from '../../protocols/load-parts.ts'
import type { GivenSignature, Submission } from '../../vocabulary/submission.ts'

/**
 * Encode the call by which a signature counts, as the protocol of its form submits it.
 *
 * @throws HarnessError STEP_IMPOSSIBLE for a form that no protocol submits
 */
export async function encodeSubmission(
  signature: GivenSignature,
  parties: { readonly owner: Address; readonly submitter: Address },
): Promise<Submission> {
  const { primaryType } = signature.typedData
  const parts = await loadParts('submissions')
  const [found, ...others] = parts.filter(([, forms]) => Object.hasOwn(forms, primaryType))
  const encode = found?.[1][primaryType]
  if (encode && others.length === 0) return encode(signature, parties)
  throw new HarnessError('STEP_IMPOSSIBLE', `an outsider cannot submit a ${primaryType}`, {
    expected: `a form that one protocol submits: ${parts.flatMap(([, forms]) => Object.keys(forms)).join(', ')}`,
    found: encode
      ? `${primaryType} of ${[found, ...others].map((part) => part?.[0]).join(' and ')}`
      : primaryType,
    hint: 'encode the call that takes it in calls',
  })
}
