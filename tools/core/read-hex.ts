/**
 * Read hex of whole bytes; undefined when it is anything else. Node stops at the first that is no digit, and takes
 * letters of other scripts for digits by the lower eight bits of their codes.
 */
export function readHex(hex: string): Uint8Array | undefined {
  if (!hex.startsWith('0x') || Buffer.byteLength(hex) !== hex.length) return undefined
  const bytes = Buffer.from(hex.slice(2), 'hex')
  return bytes.length * 2 === hex.length - 2 ? bytes : undefined
}
