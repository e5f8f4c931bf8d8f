import { Buffer } from 'node:buffer'

/** A text, or its bytes in UTF-8: these cross threads without a copy. */
export type TextBytes = string | Uint8Array

/** The bytes of a text; where they are at hand they are not copied. */
export const toBytes = (text: TextBytes): Buffer =>
  typeof text === 'string' ? Buffer.from(text) : Buffer.from(text.buffer, text.byteOffset, text.byteLength)

/** Read a text. */
export const readText = (text: TextBytes): string =>
  typeof text === 'string' ? text : toBytes(text).toString()

/** An origin without a node; it crosses threads, so it is plain data. */
export interface OriginAtRest {
  readonly chainId: number
  readonly headNumber: number
  /** Its accounts at the head, as the text of a genesis file. */
  readonly genesis: TextBytes
  /** Its history, as `writeHistory` writes it. */
  readonly history: TextBytes
}

/** Says what an origin answers; undefined when this is none of its questions. */
export type Answer = (method: string, params: readonly unknown[]) => unknown
