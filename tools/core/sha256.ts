import { hash } from 'node:crypto'
import type { Hex } from 'viem'

/** SHA-256 of a text, as hex. */
export const sha256Text = (text: string): Hex => `0x${hash('sha256', text)}`

/** SHA-256 of bytes, as hex. */
export const sha256Bytes = (bytes: Uint8Array): Hex => `0x${hash('sha256', bytes)}`
