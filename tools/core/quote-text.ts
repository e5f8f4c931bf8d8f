/** Longest text of others that is quoted: a contract or a node may say megabytes, which no report has room for. */
const MAX_LENGTH = 1_000

/**
 * Quote what a contract, a node or a library says: in one line, and cut where it is long. It is cut before a word, so that
 * no part of a secret is left by which nobody would know it, and not within a character.
 */
export function quoteText(text: string): string {
  const start =
    text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/[\w\ud800-\udbff]*$/, '')}…` : text
  return start.replaceAll(/\s+/g, ' ').trim()
}
