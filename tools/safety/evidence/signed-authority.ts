import { type Address, getAddress, isAddress } from 'viem'
import { UNLIMITED_APPROVAL_FROM } from '../../core/call-decoder.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { TypedData } from '../../core/plan.ts'
import type { KnownSignature, ReadSignature, SignedAuthority } from '../../core/signature-reader.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'
import { findSignatureReader } from './find-signature-reader.ts'

/** Where a signature is judged. */
export interface SignatureScope {
  /** Accounts that the signature may speak for. */
  readonly signers: readonly Address[]
  /** Every type that may be signed; what is not here is not understood. */
  readonly signatures: readonly KnownSignature[]
  readonly policy: SafetyPolicy
  readonly nowSeconds: number
}

/**
 * Read what typed data authorises, from the data alone: recognised by its exact types, its chain and the contract
 * that verifies it.
 *
 * @throws ToolError SIGNATURE_NOT_UNDERSTOOD, SIGNATURE_CHAIN, SIGNATURE_CONTRACT_NOT_ALLOWED, SIGNATURE_OWNER,
 * SIGNATURE_DEADLINE, AUTHORITY_NOT_ALLOWED
 */
export function readSignedAuthority(typedData: TypedData, scope: SignatureScope): SignedAuthority[] {
  const { domain, primaryType, message } = typedData
  const { policy } = scope
  if (domain.chainId !== policy.chainId) {
    throw new ToolError('SIGNATURE_CHAIN', { found: domain.chainId ?? 'any', expected: policy.chainId })
  }
  const notUnderstood = (problem: string) =>
    new ToolError('SIGNATURE_NOT_UNDERSTOOD', { primaryType, problem })
  const reader = findSignatureReader(scope.signatures, typedData)
  if (reader === undefined) throw notUnderstood('no such type is known')
  const contract = domain.verifyingContract
  if (contract === undefined || !isVerifier(reader.verifier, contract, scope)) {
    throw new ToolError('SIGNATURE_CONTRACT_NOT_ALLOWED', {
      contract: contract ?? 'no contract',
      primaryType,
    })
  }
  let found: ReadSignature
  try {
    found = reader.read(message, getAddress(contract))
  } catch (cause) {
    throw notUnderstood((cause as Error).message)
  }
  const { owner } = found
  if (owner !== undefined && !scope.signers.some((signer) => isAddressEqual(signer, owner))) {
    throw new ToolError('SIGNATURE_OWNER', { found: owner, expected: scope.signers.join(' or ') })
  }
  const latest = BigInt(scope.nowSeconds + policy.maxSignatureSeconds)
  for (const { amountBaseUnits, untilSeconds } of found.authorities) {
    if (amountBaseUnits >= UNLIMITED_APPROVAL_FROM) {
      throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: `an unlimited ${primaryType}` })
    }
    if (untilSeconds > latest) {
      throw new ToolError('SIGNATURE_DEADLINE', { found: untilSeconds, expected: latest })
    }
  }
  return found.authorities.map((authority) => ({ recipients: [], ...authority }))
}

function isVerifier(
  verifier: KnownSignature['verifier'],
  contract: Address,
  { policy }: SignatureScope,
): boolean {
  if (!isAddress(contract, { strict: false })) return false
  switch (verifier) {
    case undefined:
      return false
    case 'token':
      return findAsset(policy, contract) !== undefined
    case 'spender':
      return policy.spenders.some((spender) => isAddressEqual(spender, contract))
    default:
      return isAddressEqual(verifier, contract)
  }
}
