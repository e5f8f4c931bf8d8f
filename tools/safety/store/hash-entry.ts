import type { Hex } from 'viem'
import { sha256Text } from '../../core/sha256.ts'

/** What the first entry of an audit log follows. */
export const GENESIS_HASH: Hex = `0x${'0'.repeat(64)}`

/** Hash of an audit entry: it covers number, kind, body and the hash of the entry before it. */
export const hashEntry = (entry: number, kind: string, body: string, previousHash: string): Hex =>
  sha256Text(`${previousHash}\n${entry}\n${kind}\n${body}`)
