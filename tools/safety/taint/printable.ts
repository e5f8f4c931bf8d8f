/** Fewest characters in a row that make sense. */
const MIN_LENGTH = 8

/** List the runs of printable ASCII in bytes, of which zeros are left out: what a decoding that makes sense leaves. */
export function listPrintable(bytes: Buffer): string[] {
  const runs: string[] = []
  let begin = 0
  let length = 0
  // Nearly all bytes that are decoded are noise, so nothing is made of them before a run is long enough.
  for (let at = 0; at <= bytes.length; at += 1) {
    const byte = bytes[at] ?? 0x7f
    if (byte === 0) continue
    if (byte >= 0x20 && byte < 0x7f) {
      if (length === 0) begin = at
      length += 1
    } else {
      if (length >= MIN_LENGTH) runs.push(bytes.toString('latin1', begin, at).replaceAll('\0', ''))
      length = 0
    }
  }
  return runs
}
