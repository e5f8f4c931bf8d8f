/** An origin without a node; it crosses threads, so it is plain data. */
export interface OriginAtRest {
  readonly chainId: number
  readonly headNumber: number
  /** Its accounts at the head, as the text of a genesis file. */
  readonly genesis: string
  /** Its {@link OriginHistory}, as JSON. */
  readonly history: string
}

/** Says what an origin answers; undefined when this is none of its questions. */
export type Answer = (method: string, params: readonly unknown[]) => unknown
