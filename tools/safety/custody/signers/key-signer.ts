import { type Address, type Hex, hashTypedData, serializeSignature, serializeTransaction } from 'viem'
import { keccak256 } from '../../../core/keccak256.ts'
import type { Signature } from '../../../core/secp256k1.ts'
import type { TypedDataSigner } from '../custody.ts'
import type { TransactionSigner } from './transaction-signer.ts'

/** Make a signer of what signs digests with an account's key. */
export const createKeySigner = (
  address: Address,
  sign: (digest: Hex) => Signature,
): TransactionSigner & TypedDataSigner => ({
  address,
  signTransaction: async (transaction): Promise<Hex> =>
    serializeTransaction(transaction, sign(keccak256(serializeTransaction(transaction)))),
  signTypedData: async (typedData) => serializeSignature(sign(hashTypedData(typedData))),
})
