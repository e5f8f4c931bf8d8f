import { createHash } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { toCanonicalJson } from '../../tools/core/json.ts'

/** The chain that was recorded: what forks of it are told before they ask anything. */
export interface CassetteWorld {
  readonly kind: 'embedded' | 'rpc'
  readonly chainId: number
  readonly blockNumber: number
  readonly blockHash: Hex
  readonly timestampSeconds: number
  /** Content hash of the world that was recorded. */
  readonly worldHash: string
  /** What forks of the embedded origin start with; absent for a chain of the user's. */
  readonly prepared?: { readonly genesis: string; readonly cage: Address }
}

/** What an upstream answered for good: a result, or the code of its refusal, whose text may hold a key. */
export type CassetteAnswer = { readonly result: unknown } | { readonly error: { readonly code: number } }

/**
 * What a fork asks an upstream beside balance, nonce and code of an account, and which of both is answered first decides
 * how it asks from then on: refused, in the recording and in its replays, so that all of them ask the same.
 */
const RACED = 'eth_getAccountInfo'

/** JSON-RPC 2.0, section 5.1. */
const NO_SUCH_METHOD = -32_601

/** Answer what no upstream is asked; undefined for what it is. */
export const answerUnasked = (method: string): CassetteAnswer | undefined =>
  method === RACED ? { error: { code: NO_SUCH_METHOD } } : undefined

/** One question with its answer. */
export interface CassetteEntry {
  readonly method: string
  readonly params: readonly unknown[]
  readonly answer: CassetteAnswer
}

/** What forks asked an upstream, by {@link hashRequest}. */
export interface Cassette {
  readonly world: CassetteWorld
  readonly entries: ReadonlyMap<string, CassetteEntry>
}

/** Address a question by its content, as SHA-256 in hex; case of hex digits makes no other question. */
export const hashRequest = (method: string, params: readonly unknown[]): string =>
  hashContent([method, foldHex(params)])

/** Hash JSON by its canonical text, as SHA-256 in hex. */
export const hashContent = (value: unknown): string =>
  createHash('sha256').update(toCanonicalJson(value)).digest('hex')

const foldHex = (value: unknown): unknown => {
  if (typeof value === 'string') return /^0x[\da-f]*$/i.test(value) ? value.toLowerCase() : value
  if (Array.isArray(value)) return value.map(foldHex)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, foldHex(member)]))
}
