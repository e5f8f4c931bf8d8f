import { ASCII, BEYOND_ASCII } from './ascii.ts'

/** What is neither letter nor digit, and letters that nobody sees. */
const NO_LETTER = /[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu

/** Answer what is left of a text when notation is taken away: lower-case letters and digits. */
export const fold = (text: string) => {
  const plain = text.toLowerCase()
  // Almost everything is ASCII, and tables of Unicode take ten times as long.
  if (ASCII.test(plain)) return plain.replaceAll(/0x|\\x?|[^a-z0-9\\]+/g, '')
  return plain
    .replaceAll(/0x|\\x/g, '')
    .replaceAll(/[^a-z0-9\u0080-\uffff]+/g, '')
    .replaceAll(BEYOND_ASCII, (run) => run.replaceAll(NO_LETTER, ''))
}
