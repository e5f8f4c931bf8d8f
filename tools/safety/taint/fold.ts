import { ASCII, BEYOND_ASCII } from './ascii.ts'

/** Answer what is left of a text when notation is taken away: lower-case letters and digits. */
export const fold = (text: string) => {
  const plain = text.toLowerCase()
  // Almost everything is ASCII, and tables of Unicode take ten times as long.
  if (ASCII.test(plain)) return plain.replaceAll(/0x|\\x?|[^a-z0-9\\]+/g, '')
  return plain
    .replaceAll(/0x|\\x/g, '')
    .replaceAll(/[^a-z0-9\u0080-\uffff]+/g, '')
    .replaceAll(BEYOND_ASCII, (run) => run.replaceAll(/[^\p{L}\p{N}]/gu, ''))
}
