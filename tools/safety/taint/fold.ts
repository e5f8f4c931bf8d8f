import { ASCII } from './ascii.ts'

/** Answer what is left of a text when notation is taken away: lower-case letters and digits. */
export const fold = (text: string) => {
  const plain = text.toLowerCase()
  // Almost everything is ASCII, and tables of Unicode take ten times as long.
  return ASCII.test(plain)
    ? plain.replaceAll(/0x|\\x?|[^a-z0-9\\]+/g, '')
    : plain.replaceAll(/0x|\\x/g, '').replaceAll(/[^\p{L}\p{N}]/gu, '')
}
