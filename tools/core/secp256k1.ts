import * as Secp256k1 from 'ox/Secp256k1'
import {
  type Address,
  bytesToHex,
  getAddress,
  type Hex,
  hexToBytes,
  hexToNumber,
  numberToHex,
  slice,
  zeroHash,
} from 'viem'
import { keccak256 } from './keccak256.ts'

/** A signature: two words of 32 bytes, `s` in the lower half, and which of two points it came from. */
export interface Signature {
  readonly r: Hex
  readonly s: Hex
  readonly yParity: number
}

/** ECDSA over secp256k1 with nonces of RFC 6979. */
export interface Curve {
  /** Sign a digest of 32 bytes; the key is 32 bytes that stay where they are. */
  sign(key: Uint8Array, digest: Hex): Signature
  /** Recover whose signature it is; throws when it is none. */
  recover(digest: Hex, signature: Signature): Address
}

/** What the binding of libsecp256k1 offers (https://github.com/cryptocoinjs/secp256k1-node/blob/master/API.md). */
interface Binding {
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { readonly signature: Uint8Array; readonly recid: number }
  ecdsaRecover(signature: Uint8Array, recid: number, digest: Uint8Array, compressed: boolean): Uint8Array
}

/** The key 1 and the address of its public key, which is the generator of the group. */
const KEY_ONE: Hex = `0x${'1'.padStart(64, '0')}`
const ADDRESS_OF_ONE: Address = '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf'

/** The curve in JavaScript: runs everywhere, at a tenth to a thirtieth of the speed. */
export const JAVASCRIPT_CURVE: Curve = {
  sign(key, digest) {
    const { r, s, yParity } = Secp256k1.sign({ payload: digest, privateKey: key, extraEntropy: false })
    return { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity }
  },
  recover(digest, { r, s, yParity }) {
    const signature = { r: BigInt(r), s: BigInt(s), yParity }
    return getAddress(Secp256k1.recoverAddress({ payload: digest, signature }))
  },
}

/** Make a curve of a binding; undefined when it does not sign and recover as it should. */
export function bindCurve(binding: Binding): Curve | undefined {
  const bound: Curve = {
    sign(key, digest) {
      const { signature, recid } = binding.ecdsaSign(hexToBytes(digest), key)
      const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
      return { r: bytesToHex(r), s: bytesToHex(s), yParity: recid }
    },
    recover(digest, { r, s, yParity }) {
      const words = hexToBytes(`${r}${s.slice(2)}`)
      const publicKey = binding.ecdsaRecover(words, yParity, hexToBytes(digest), false)
      // The last 20 bytes of the hash of the point without its prefix (Yellow Paper, appendix F).
      return getAddress(`0x${keccak256(publicKey.subarray(1)).slice(-40)}`)
    },
  }
  try {
    const signature = bound.sign(hexToBytes(KEY_ONE), zeroHash)
    return bound.recover(zeroHash, signature) === ADDRESS_OF_ONE ? bound : undefined
  } catch {
    return undefined
  }
}

/** The curve as the network's own nodes compute it; undefined where there is no binding for this machine. */
export const NATIVE_CURVE: Curve | undefined = await import('secp256k1/bindings.js').then(
  ({ default: binding }: { readonly default: Binding }) => bindCurve(binding),
  () => undefined,
)

const curve = NATIVE_CURVE ?? JAVASCRIPT_CURVE

/** Whether hex is 32 bytes: what is longer or shorter the two curves read each in its own way. */
const isWord = (hex: Hex) => /^0x[0-9a-f]{64}$/i.test(hex)

/** Sign a digest of 32 bytes with a key of 32 bytes, which is not copied. @throws RangeError for another digest */
export const signDigest: Curve['sign'] = (key, digest) => {
  if (!isWord(digest)) throw new RangeError(`a digest of 32 bytes is signed, not ${digest}`)
  return curve.sign(key, digest)
}

/** Half the order of the group; above it lies the mirror image of a signature, which the network refuses (EIP-2). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Recover who signed a digest of 32 bytes; undefined when it is no signature, or one with `s` in the upper half: of two
 * forms of the same signature one alone counts.
 *
 * @param signature its words, or 65 bytes that end with 0, 1, 27 or 28
 */
export function recoverSigner(digest: Hex, signature: Hex | Signature): Address | undefined {
  const words = typeof signature === 'string' ? split(signature) : signature
  if (words === undefined || ![digest, words.r, words.s].every(isWord)) return undefined
  if (words.yParity !== 0 && words.yParity !== 1) return undefined
  if (BigInt(words.s) > HALF_ORDER) return undefined
  try {
    return curve.recover(digest, words)
  } catch {
    return undefined
  }
}

function split(signature: Hex): Signature | undefined {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return undefined
  const last = hexToNumber(slice(signature, 64))
  return { r: slice(signature, 0, 32), s: slice(signature, 32, 64), yParity: last < 27 ? last : last - 27 }
}
