/** Fewest characters in a row that make sense. */
const MIN_LENGTH = 8

/** Zeros are left out, as UTF-16 has one beside each character. */
const isPrintable = (byte: number | undefined) =>
  byte === 0 || (byte !== undefined && byte >= 0x20 && byte < 0x7f)

/** List the runs of printable ASCII in bytes, of which zeros are left out: what a decoding that makes sense leaves. */
export function listPrintable(bytes: Buffer): string[] {
  const runs: string[] = []
  // Nearly all bytes that are decoded are noise: a run that is long enough covers one byte in so many.
  for (let at = MIN_LENGTH - 1; at < bytes.length; at += MIN_LENGTH) {
    if (!isPrintable(bytes[at])) continue
    let [from, to] = [at, at + 1]
    while (isPrintable(bytes[from - 1])) from -= 1
    while (isPrintable(bytes[to])) to += 1
    if (to - from >= MIN_LENGTH) {
      const run = bytes.toString('latin1', from, to).replaceAll('\0', '')
      if (run.length >= MIN_LENGTH) runs.push(run)
    }
    while (at + MIN_LENGTH < to) at += MIN_LENGTH
  }
  return runs
}
