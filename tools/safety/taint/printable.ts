import { eachRun, kindOf } from './character-runs.ts'

/** Fewest characters in a row that make sense. */
const MIN_LENGTH = 8

/** Zeros are left out, as UTF-16 has one beside each character. */
const PRINTABLE = kindOf(/[\0\x20-\x7e]/)

/** List the runs of printable ASCII in bytes, of which zeros are left out: what a decoding that makes sense leaves. */
export function listPrintable(bytes: Buffer): string[] {
  const runs: string[] = []
  eachRun(bytes, PRINTABLE, MIN_LENGTH, (from, to) => {
    const run = bytes.toString('latin1', from, to).replaceAll('\0', '')
    if (run.length >= MIN_LENGTH) runs.push(run)
  })
  return runs
}
