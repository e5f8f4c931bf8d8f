import type { Address, Hex } from 'viem'
import { isAddressEqual } from 'viem'
import type { AddressBook } from '../core/address-book.ts'
import type { CallDecoder } from '../core/call-decoder.ts'
import type { TypedData } from '../core/plan.ts'
import { decodeCalls } from './decode-calls.ts'
import { type Guardian, type GuardianRequest, hashGuardianRequest } from './guardian.ts'
import type { SafetyPolicy } from './policy.ts'
import { readSignedAuthority } from './signed-authority.ts'

/** Signs a 32-byte hash; any viem local account has this shape. */
export interface HashSigner {
  readonly address: Address
  sign(parameters: { hash: Hex }): Promise<Hex>
}

/**
 * Create a guardian with its own key: it decodes the exact bytes by itself and signs only what it understands
 * and what its own copy of the policy lists.
 */
export function createLocalGuardian(deps: {
  readonly signer: HashSigner
  readonly policy: SafetyPolicy
  /** The key that signs for the account. */
  readonly operator: Address
  readonly book: AddressBook
  readonly decoders: readonly CallDecoder[]
}): Guardian {
  const { policy } = deps
  const sign = async (request: GuardianRequest) => ({
    signature: await deps.signer.sign({ hash: hashGuardianRequest(request) }),
  })
  const reviewSignature = async (request: GuardianRequest, typedData: TypedData) => {
    try {
      const scope = { signers: [request.account, deps.operator], book: deps.book, policy }
      const nowSeconds = Number(request.deadlineSeconds)
      const authorities = readSignedAuthority(typedData, { ...scope, nowSeconds })
      const stranger = authorities.find(
        ({ spender }) => spender && !policy.spenders.some((known) => isAddressEqual(known, spender)),
      )?.spender
      if (stranger) return { refused: `spender ${stranger} is unknown` }
      const own = [request.account, deps.operator, policy.owner, ...policy.recipients]
      const payee = authorities
        .flatMap(({ recipients }) => recipients)
        .find((recipient) => !own.some((known) => isAddressEqual(known, recipient)))
      if (payee) return { refused: `recipient ${payee} is unknown` }
    } catch (cause) {
      return { refused: cause instanceof Error ? cause.message : String(cause) }
    }
    return sign(request)
  }
  return {
    async review(request) {
      if (request.chainId !== policy.chainId)
        return { refused: `chain ${request.chainId} is not ${policy.chainId}` }
      if (request.typedData) return reviewSignature(request, request.typedData)
      const scope = { account: request.account, book: deps.book }
      const { leaves, undecodable } = decodeCalls(request.calls, deps.decoders, scope)
      if (undecodable.length > 0) return { refused: `call ${undecodable[0]?.index} cannot be decoded` }
      const forbidden = leaves.find((leaf) => leaf.forbidden)?.forbidden
      if (forbidden) return { refused: `${forbidden} is never allowed` }
      const known = [request.account, policy.owner, ...policy.recipients]
      const stranger = leaves
        .flatMap((leaf) => leaf.recipients)
        .find((recipient) => !known.some((address) => isAddressEqual(address, recipient)))
      if (stranger) return { refused: `recipient ${stranger} is unknown` }
      return sign(request)
    },
  }
}
