import { createHash } from 'node:crypto'
import type { Hex } from 'viem'

/** SHA-256 of a text, as hex. */
export const sha256Text = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

/** SHA-256 of bytes, as hex. */
export const sha256Bytes = (bytes: Uint8Array): Hex => `0x${createHash('sha256').update(bytes).digest('hex')}`
