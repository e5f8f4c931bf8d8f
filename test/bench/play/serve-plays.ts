/** What plays something in a process of its own; what it is asked and answers is plain data. */
export interface Playing<Request = number> {
  /** What whoever started it has to know. */
  readonly opened?: unknown
  play(request: Request): Promise<unknown>
  stop(): Promise<void>
}

/** What a playing process is asked. */
export type PlayRequest = { readonly open: unknown } | { readonly play: unknown }

/** What a playing process answers. */
export type PlayAnswer = { readonly done: unknown } | { readonly failed: string }

/** Serve the process that started this one: open with its options, then play whenever it asks. */
export function servePlays<Options, Request = number>(
  open: (options: Options) => Promise<Playing<Request>>,
): void {
  let playing: Playing<Request> | undefined
  const answer = async (request: PlayRequest): Promise<unknown> => {
    if ('play' in request) return playing?.play(request.play as Request)
    playing = await open(request.open as Options)
    return playing.opened
  }
  process.on('message', async (request: PlayRequest) => {
    const send = (message: PlayAnswer) => process.send?.(message)
    await answer(request).then(
      (done) => send({ done }),
      (cause: unknown) =>
        send({ failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }),
    )
  })
  process.on('disconnect', async () => {
    await playing?.stop()
    process.exit(0)
  })
}
