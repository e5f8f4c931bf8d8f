/** Blocks on top of a transaction's own after which a reorganisation is no longer expected. */
export const CONFIRMATIONS = 12

/** Whether what a block holds is final, seen from a head. */
export const isFinal = (blockNumber: bigint, headNumber: bigint): boolean =>
  headNumber >= blockNumber + BigInt(CONFIRMATIONS)

/** Say what a stack with one provider takes for granted. */
export const ONE_PROVIDER_ASSUMPTION = `one provider alone is taken to be honest: what it says lowers a number once it is ${CONFIRMATIONS} blocks deep`
