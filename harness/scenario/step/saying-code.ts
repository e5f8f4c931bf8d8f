import { concatHex, encodeAbiParameters, type Hex, numberToHex, size } from 'viem'

/** Length of what comes before the text. */
const PREFIX_LENGTH = 14

/**
 * Write the code of a contract that answers every call with one text, ABI-encoded: it copies what follows its own
 * instructions into memory and returns it (PUSH2 length, PUSH1 offset, PUSH1 0, CODECOPY, PUSH2 length, PUSH1 0, RETURN).
 *
 * @throws RangeError for a text that is longer than 60 000 bytes
 */
export function writeSayingCode(text: string): Hex {
  const answer = encodeAbiParameters([{ type: 'string' }], [text])
  if (size(answer) > 60_000) throw new RangeError('a contract cannot say so much')
  const length = numberToHex(size(answer), { size: 2 })
  return concatHex([
    ...(['0x61', length, '0x60', numberToHex(PREFIX_LENGTH, { size: 1 }), '0x600039'] as const),
    ...(['0x61', length, '0x6000f3', answer] as const),
  ])
}
