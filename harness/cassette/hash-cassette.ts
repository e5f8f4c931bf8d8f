import { createHash } from 'node:crypto'

/** Hash the bytes of a cassette file, as SHA-256 in hex: what a replay comes to follows from them, whatever they call themselves. */
export const hashCassette = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
