import { createKeccak } from 'hash-wasm'
import { type ByteArray, type Hex, keccak256 as viemsOwn } from 'viem'

/** One hasher for everything: it is begun, fed and read without a pause. Undefined where WebAssembly is switched off. */
const hasher = await createKeccak(256).catch(() => undefined)

/** Hash hex or bytes with Keccak-256, as viem's function of this name does. */
export function keccak256(value: Hex | ByteArray): Hex {
  const bytes = typeof value === 'string' ? readHex(value) : value
  return hasher && bytes ? `0x${hasher.init().update(bytes).digest('hex')}` : viemsOwn(value)
}

/** Read hex; undefined when it is odd or none, which Node reads a part of. */
function readHex(value: Hex): Uint8Array | undefined {
  const bytes = Buffer.from(value.slice(2), 'hex')
  return value.startsWith('0x') && bytes.length * 2 === value.length - 2 ? bytes : undefined
}
