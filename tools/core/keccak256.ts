import { createKeccak } from 'hash-wasm'
import { type ByteArray, type Hex, keccak256 as viemsOwn } from 'viem'
import { readHex } from './read-hex.ts'

/** One hasher for everything: it is begun, fed and read without a pause. Undefined where WebAssembly is switched off. */
const hasher = await createKeccak(256).catch(() => undefined)

/** Hash hex or bytes with Keccak-256, as viem's function of this name does. */
export function keccak256(value: Hex | ByteArray): Hex {
  const bytes = typeof value === 'string' ? readHex(value) : value
  return hasher && bytes ? `0x${hasher.init().update(bytes).digest('hex')}` : viemsOwn(value)
}
