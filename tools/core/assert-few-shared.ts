import { type AbiType, WORD_BYTES, WORD_DIGITS } from './abi-layout.ts'

/** Bytes of strings and byte strings that may be read beyond as many as there are; viem reads them one by one. */
const MOST_SHARED_BYTES = 4_096

/** Words that viem reads again before it refuses. */
const MOST_WORDS_AGAIN = 8_192

/** Thrown where viem itself goes no further. */
const REFUSED = new Error('refused by viem')

/** Bytes that are looked through, as digits. */
interface Source {
  readonly digits: string
  readonly bytes: number
  /** Words that viem reads at most: each that there is, at whatever byte it begins, and some of them again. */
  wordsLeft: number
  bytesLeft: number
}

/** Read a word that is an offset or a length. */
function readNumber(source: Source, at: number): number {
  if (at + WORD_BYTES > source.bytes || source.wordsLeft === 0) throw REFUSED
  source.wordsLeft -= 1
  const number = Number.parseInt(source.digits.slice(2 * at, 2 * at + WORD_DIGITS), 16)
  if (!(number <= source.bytes)) throw REFUSED
  return number
}

function look(type: AbiType, source: Source, at: number, base: number): void {
  if (!type.isDynamic) return
  if (type.kind === 'tuple') {
    const start = base + readNumber(source, at)
    let next = start
    for (const member of type.members) {
      look(member, source, next, start)
      next += member.headBytes
    }
    return
  }
  const start = base + readNumber(source, at)
  if (type.kind === 'array') {
    const count = type.length ?? readNumber(source, start)
    const first = type.length === undefined ? start + WORD_BYTES : start
    if (!type.member.isDynamic) return
    for (let index = 0; index < count; index += 1) {
      look(type.member, source, first + index * type.member.headBytes, first)
    }
    return
  }
  const length = readNumber(source, start)
  if (start + WORD_BYTES + length > source.bytes) throw REFUSED
  source.bytesLeft -= length
  if (source.bytesLeft < 0) throw new RangeError('the bytes are shared by more members than are read')
}

/**
 * Refuse bytes to which many offsets point: a few kilobytes would be read as gigabytes. What viem refuses by itself is
 * left to it.
 *
 * @throws RangeError
 */
export function assertFewShared(types: readonly AbiType[], digits: string): void {
  const bytes = Math.floor(digits.length / 2)
  const source: Source = {
    digits,
    bytes,
    wordsLeft: bytes + MOST_WORDS_AGAIN,
    bytesLeft: bytes + MOST_SHARED_BYTES,
  }
  let at = 0
  try {
    for (const type of types) {
      look(type, source, at, 0)
      at += type.headBytes
    }
  } catch (cause) {
    if (cause !== REFUSED) throw cause
  }
}
