/** A message that leaves a session. */
export interface OutgoingMessage {
  /** Key of the session that it comes from. */
  readonly session: string
  readonly text: string
  readonly media?: OutgoingMedia
}

/** A file that goes with a message: its bytes as they were checked. */
export interface OutgoingMedia {
  /** The last part of its path. */
  readonly name: string
  /** Media type by its content. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** Takes messages to where they are read. */
export interface Transport {
  /** Deliver a message; fulfilled when it cannot be lost any more. Answers by what the message can be named. */
  deliver(message: OutgoingMessage): Promise<{ readonly id: string }>
}
