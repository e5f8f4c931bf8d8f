/** Show both ends of a long hash or address. */
export const shortenHash = (hash: string): string =>
  hash.length > 20 ? `${hash.slice(0, hash.startsWith('0x') ? 10 : 8)}…${hash.slice(-6)}` : hash
