import { createHash } from 'node:crypto'
import type { Hex } from 'viem'

/** SHA-256 of a text, as hex. */
export const sha256Text = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`
