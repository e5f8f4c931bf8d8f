import { type Hex, hexToBytes } from 'viem'

/** Instructions that let a contract be replaced, destroyed or run foreign code (Yellow Paper, appendix H). */
const POWERS: Readonly<Record<number, CodePower>> = {
  240: 'create',
  242: 'callcode',
  244: 'delegatecall',
  245: 'create2',
  255: 'selfdestruct',
}

/** What an instruction lets a contract do. */
export type CodePower = 'create' | 'callcode' | 'delegatecall' | 'create2' | 'selfdestruct'

const PUSH1 = 0x60
const PUSH32 = 0x7f

/**
 * List the powers whose instructions occur in a contract's code: data of pushes and the metadata that the compiler appends
 * (CBOR, its length in the last two bytes) are passed over. Code that is never reached counts, too.
 */
export function scanCode(code: Hex): CodePower[] {
  const bytes = hexToBytes(code)
  const end = bytes.length - metadataLength(bytes)
  const found = new Set<CodePower>()
  for (let at = 0; at < end; at += 1) {
    const instruction = bytes[at] ?? 0
    const power = POWERS[instruction]
    if (power) found.add(power)
    if (instruction >= PUSH1 && instruction <= PUSH32) at += instruction - PUSH1 + 1
  }
  return [...found].sort()
}

function metadataLength(bytes: Uint8Array): number {
  const length = ((bytes.at(-2) ?? 0) << 8) + (bytes.at(-1) ?? 0) + 2
  const first = bytes[bytes.length - length] ?? 0
  // A CBOR map of a few members.
  return length < bytes.length && first >= 0xa1 && first <= 0xa4 ? length : 0
}
