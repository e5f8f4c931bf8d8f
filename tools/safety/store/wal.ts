/** Sizes and fields as in https://www.sqlite.org/fileformat2.html#walformat. */
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

/**
 * Look for damage in a write-ahead log that SQLite would pass over in silence; answers what is wrong, if anything.
 *
 * SQLite takes the first bad frame for the end of the log, which is right for a write that a crash tore. But a
 * transaction that others follow was synced before they were written: a bad frame in it is damage, and everything
 * from there on would be forgotten.
 */
export function findWalDamage(log: Buffer): string | undefined {
  if (log.length < HEADER_BYTES + FRAME_HEADER_BYTES) return undefined
  const isLittleEndian = log.readUInt32BE(0) === MAGIC
  const sum = (from: number, to: number, seed: readonly [number, number]): [number, number] => {
    let [a, b] = seed
    for (let at = from; at < to; at += 8) {
      a = (a + (isLittleEndian ? log.readUInt32LE(at) : log.readUInt32BE(at)) + b) >>> 0
      b = (b + (isLittleEndian ? log.readUInt32LE(at + 4) : log.readUInt32BE(at + 4)) + a) >>> 0
    }
    return [a, b]
  }
  const matches = ([a, b]: readonly [number, number], at: number) =>
    log.readUInt32BE(at) === a && log.readUInt32BE(at + 4) === b

  let running = sum(0, HEADER_BYTES - 8, [0, 0])
  if (!matches(running, HEADER_BYTES - 8)) return 'a damaged header of its write-ahead log'
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8)
  const frames = Math.floor((log.length - HEADER_BYTES) / frameBytes)
  const isOfThisLog = (at: number) => log.compare(log, 16, 24, at + 8, at + 16) === 0
  const commits = (at: number) => log.readUInt32BE(at + 4) !== 0

  let damaged: number | undefined
  let isFollowed = false
  for (let frame = 0; frame < frames; frame += 1) {
    const at = HEADER_BYTES + frame * frameBytes
    let isOurs = isOfThisLog(at)
    if (damaged === undefined) {
      const next = sum(at + FRAME_HEADER_BYTES, at + frameBytes, sum(at, at + 8, running))
      const isWhole = matches(next, at + 16)
      if (isOurs && isWhole) {
        running = next
        continue
      }
      damaged = frame
      // The sum follows from this log's header, and does not cover the salts: of an older log it would be another.
      isOurs ||= isWhole
    }
    if (!isOurs) continue
    if (isFollowed) return `a damaged frame ${damaged + 1} inside its write-ahead log`
    if (commits(at)) isFollowed = true
  }
  return undefined
}
