/** Told of every request before it is sent. */
export type RequestHook = (method: string, params: readonly unknown[]) => void

/** A JSON-RPC connection that counts its round trips. */
export interface RpcClient {
  /**
   * Send one request. The signal says that the answer is not waited for any longer; a connection may leave it unheard.
   *
   * @throws RpcError when the node answers with an error; HarnessError when it does not answer
   */
  request<T = unknown>(method: string, params?: readonly unknown[], signal?: AbortSignal): Promise<T>
  /** Requests sent since the start or the last {@link RpcClient.resetRoundTrips}. */
  readonly roundTrips: number
  resetRoundTrips(): void
  /** Watch what is sent; the returned function ends it. */
  onRequest?(hook: RequestHook): () => void
  close(): void
}

/** An error that the node answered. */
export class RpcError extends Error {
  override readonly name: string = 'RpcError'
  readonly code: number
  readonly data: unknown
  readonly method: string

  constructor(method: string, error: { code: number; message: string; data?: unknown }) {
    super(`${method}: ${error.message}`)
    this.method = method
    this.code = error.code
    this.data = error.data
  }
}
