/**
 * Disk space that is kept for the records of a halt, so that a disk which anything else has filled still takes them.
 */
export interface HaltReserve {
  /** Take the space, when it is not held yet. @throws when there is none */
  hold(): void
  /** Give it back to the disk: what is written next has room. @throws when the disk does not answer */
  release(): void
}
