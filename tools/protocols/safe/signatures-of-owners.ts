import { type Address, concatHex, type Hex, hashTypedData } from 'viem'
import type { OperatorAccount } from '../../core/contract-account.ts'
import { inTime } from '../../core/in-time.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { recoverSigner } from '../../core/secp256k1.ts'
import { withinSigningTime } from '../../core/signing-time.ts'
import { safeStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { SafeTransaction } from './transaction.ts'

/** Join the signatures of owners: a Safe wants them in the order of the owners' addresses. */
export const joinSignatures = (signatures: ReadonlyMap<Address, Hex>): Hex =>
  concatHex(
    [...signatures]
      .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
      .map(([, signature]) => signature),
  )

/**
 * Have as many owners sign a call as the Safe asks for. Each signature is checked against the bytes before it is used.
 *
 * Owners are asked one after another until there are enough; one that fails or signs something else is passed over.
 *
 * @throws ToolError SAFE_THRESHOLD_NOT_MET
 */
export async function collectSignatures(account: OperatorAccount, typed: SafeTransaction): Promise<Hex> {
  const { chain, clock, owners, address: safe } = account
  const read = <Name extends 'getThreshold' | 'getOwners'>(functionName: Name) =>
    chain.readContract({ address: safe, abi: safeStateAbi, functionName })
  const [threshold, holders] = await inTime(
    clock,
    Promise.all([read('getThreshold'), read('getOwners')]),
    'the Safe',
  )
  const hash = hashTypedData(typed)
  const signatures = new Map<Address, Hex>()
  for (const { address, signTypedData } of owners) {
    if (BigInt(signatures.size) >= threshold) break
    const holder = holders.find((one) => isAddressEqual(one, address))
    if (holder === undefined) continue
    const signature = await withinSigningTime(clock, () => signTypedData(structuredClone(typed))).catch(
      () => undefined,
    )
    if (signature !== undefined && isSignedBy(hash, signature, address)) {
      signatures.set(holder, signature)
    }
  }
  if (BigInt(signatures.size) < threshold) {
    throw BASE.error('SAFE_THRESHOLD_NOT_MET', { safe, found: signatures.size, expected: threshold })
  }
  return joinSignatures(signatures)
}

/** How `v` reads in the last byte: 0 a Safe takes for a contract's signature, 1 for a hash that was approved on chain. */
const ENDS_WITH_V = /1[bc]$/i

function isSignedBy(hash: Hex, signature: Hex, owner: Address): boolean {
  if (!ENDS_WITH_V.test(signature)) return false
  const signer = recoverSigner(hash, signature)
  return signer !== undefined && isAddressEqual(signer, owner)
}
