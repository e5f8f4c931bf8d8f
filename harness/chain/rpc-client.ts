/** A JSON-RPC connection that counts its round trips. */
export interface RpcClient {
  /** Send one request. @throws RpcError when the node answers with an error; HarnessError when it does not answer. */
  request<T = unknown>(method: string, params?: readonly unknown[]): Promise<T>
  /** Requests sent so far. */
  readonly roundTrips: number
  close(): void
}

/** An error that the node answered. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
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
