/** The operations that push a byte, and 32 bytes, of the code behind them. */
export const PUSH1 = 0x60
export const PUSH32 = 0x7f

const JUMPDEST = 0x5b

/** Operations after which only a jump goes on: STOP, JUMP, RETURN, REVERT, INVALID and SELFDESTRUCT. */
const ENDS: readonly number[] = [0x00, 0x56, 0xf3, 0xfd, 0xfe, 0xff]

/** Stretches of operations that the EVM knows, from first to last (Yellow Paper, appendix H; EIPs 3855 and 7939). */
const KNOWN: readonly (readonly [number, number])[] = [
  [0x00, 0x0b],
  [0x10, 0x1e],
  [0x20, 0x20],
  [0x30, 0x4a],
  [0x50, 0xa4],
  [0xf0, 0xf5],
  [0xfa, 0xfa],
  [0xfd, 0xff],
]

/** An operation of a code, with what it pushes of it. */
export interface Operation {
  readonly code: number
  readonly data: Uint8Array
}

/**
 * List the operations of a code as the EVM finds them: what a push carries is data. Of what stands where the compiler puts
 * its metadata those alone are listed that could be run, since anyone may lay code there.
 */
export function* walkCode(bytes: Uint8Array): Generator<Operation> {
  const end = bytes.length - metadataLength(bytes)
  let isRun = true
  for (let at = 0; at < bytes.length; ) {
    const code = bytes[at] ?? 0
    const next = at + 1 + (code >= PUSH1 && code <= PUSH32 ? code - PUSH1 + 1 : 0)
    if (code === JUMPDEST) isRun = true
    if (isRun || at < end) yield { code, data: bytes.subarray(at + 1, next) }
    if (ENDS.includes(code) || !KNOWN.some(([first, last]) => first <= code && code <= last)) isRun = false
    at = next
  }
}

/** The last two bytes say how long the CBOR before them is (https://docs.soliditylang.org, "Contract metadata"). */
function metadataLength(bytes: Uint8Array): number {
  const length = ((bytes.at(-2) ?? 0) << 8) + (bytes.at(-1) ?? 0) + 2
  const first = bytes[bytes.length - length] ?? 0
  // A CBOR map of a few members.
  return length < bytes.length && first >= 0xa1 && first <= 0xa4 ? length : 0
}
