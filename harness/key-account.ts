import {
  type Address,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBytes,
  type LocalAccount,
  serializeSignature,
  serializeTransaction,
  zeroHash,
} from 'viem'
import { toAccount } from 'viem/accounts'
import { keccak256 } from '../tools/core/keccak256.ts'
import { recoverSigner, signDigest } from '../tools/core/secp256k1.ts'

/** Viem's account of a key in memory, which signs plain hashes as well. */
export type KeyAccount = LocalAccount & Required<Pick<LocalAccount, 'sign'>>

/** Make the account of a private key as viem's `privateKeyToAccount` does, by the native curve and without the public key. */
export function keyAccount(privateKey: Hex): KeyAccount {
  const key = hexToBytes(privateKey)
  const sign = (digest: Hex) => {
    const signature = signDigest(key, digest)
    return { ...signature, v: BigInt(27 + signature.yParity) }
  }
  const signHash = async (hash: Hex) => serializeSignature(sign(hash))
  const account = toAccount({
    address: recoverSigner(zeroHash, sign(zeroHash)) as Address,
    signMessage: ({ message }) => signHash(hashMessage(message)),
    signTransaction: async (transaction) =>
      serializeTransaction(transaction, sign(keccak256(serializeTransaction(transaction)))),
    signTypedData: (typed) => signHash(hashTypedData(typed)),
  })
  return { ...account, sign: ({ hash }) => signHash(hash) }
}
