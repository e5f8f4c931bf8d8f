/** Blocks from one to another, both included. */
export interface BlockRange {
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

/** Split a range of blocks into parts for which a provider answers with a log. */
export function* splitBlocks({ fromBlock, toBlock }: BlockRange, maxBlocks: bigint): Generator<BlockRange> {
  for (let from = fromBlock; from <= toBlock; from += maxBlocks) {
    const to = from + maxBlocks - 1n
    yield { fromBlock: from, toBlock: to < toBlock ? to : toBlock }
  }
}
