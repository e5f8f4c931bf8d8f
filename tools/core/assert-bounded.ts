import { ToolError } from './errors.ts'

/** What arguments may come to at most, all of their parts together. */
const LIMITS = { characters: 131_072, members: 8_192, depth: 32 }

/** How deep arguments may be. */
export const MOST_DEPTH = LIMITS.depth

/**
 * Bound arguments before anything reads them: a number of ten million digits must not be able to stop
 * the loop with it. Nothing is parsed, and no accessor runs.
 *
 * @throws ToolError INVALID_PARAMS
 */
export function assertBounded(value: unknown): void {
  const left = { characters: LIMITS.characters, members: LIMITS.members }
  const refuse = (what: keyof typeof LIMITS): never => {
    throw new ToolError('INVALID_PARAMS', {
      path: '/',
      problem: `has more than ${LIMITS[what]} ${what} in all`,
    })
  }
  const write = (text: string) => {
    left.characters -= text.length
    if (left.characters < 0) refuse('characters')
  }
  const level: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let at = level.pop(); at !== undefined; at = level.pop()) {
    if (typeof at.value === 'string') write(at.value)
    // A whole number may be as long as memory; only its bits are counted, in hex digits.
    if (typeof at.value === 'bigint' && BigInt.asIntN(LIMITS.characters, at.value) !== at.value) {
      refuse('characters')
    }
    if (at.value === null || typeof at.value !== 'object') continue
    if (at.depth >= LIMITS.depth) refuse('depth')
    const bytes = ArrayBuffer.isView(at.value) ? at.value.byteLength : 0
    if (bytes > left.characters || (Array.isArray(at.value) && at.value.length > left.members))
      refuse('members')
    for (const key of bytes > 0 ? [] : Object.keys(at.value)) {
      left.members -= 1
      if (left.members < 0) refuse('members')
      write(key)
      const member = Object.getOwnPropertyDescriptor(at.value, key)
      if (member && 'value' in member) level.push({ value: member.value, depth: at.depth + 1 })
    }
  }
}
