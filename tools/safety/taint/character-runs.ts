import { Buffer } from 'node:buffer'
import { BEYOND_ASCII } from './ascii.ts'

/** A text by its codes: most that is looked for in one is ASCII, and codes are read faster than characters. */
export interface CodedText {
  /** Runs of what is no ASCII are one character that is none either. */
  readonly text: string
  readonly codes: Uint8Array
}

/** Write the codes of a text down, once for all that look through it. */
export function toCodes(text: string): CodedText {
  const coded = text.replaceAll(BEYOND_ASCII, '\xff')
  return { text: coded, codes: Buffer.from(coded, 'latin1') }
}

/** Codes of a kind: 1 for one of it. */
export type CodeKind = Uint8Array

/** The codes whose characters a class of a regular expression names. */
export const kindOf = (named: RegExp): CodeKind =>
  Uint8Array.from({ length: 256 }, (_, code) => (named.test(String.fromCharCode(code)) ? 1 : 0))

/**
 * Go through the runs of at least so many codes of a kind, in their order. A regular expression would try every place of
 * each run that is too short.
 */
export function eachRun(
  codes: Uint8Array,
  kind: CodeKind,
  least: number,
  take: (from: number, to: number) => void,
): void {
  // A run that is long enough covers one code in so many.
  for (let at = least - 1; at < codes.length; at += least) {
    if (kind[codes[at] as number] === 0) continue
    let [from, to] = [at, at + 1]
    while (from > 0 && kind[codes[from - 1] as number] === 1) from -= 1
    while (to < codes.length && kind[codes[to] as number] === 1) to += 1
    if (to - from >= least) take(from, to)
    at = to
  }
}

/** List the runs of at least so many characters of a kind. */
export function listRuns({ text, codes }: CodedText, kind: CodeKind, least: number): string[] {
  const runs: string[] = []
  eachRun(codes, kind, least, (from, to) => runs.push(text.slice(from, to)))
  return runs
}
