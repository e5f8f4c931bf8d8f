import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { HarnessError } from '../errors.ts'
import type { ReadMemory } from './read-memory.ts'
import { createRequestCounter } from './request-counter.ts'
import { type RpcClient, RpcError } from './rpc-client.ts'

/** Options of {@link connectIpc}. */
export interface IpcOptions {
  /** How long to wait for the socket to appear and accept; 1 000 ms by default, 0 for a single attempt. */
  readonly timeoutMs?: number
  /** Says why the other side closed, where more is known than "it closed". */
  readonly explainClose?: () => Promise<HarnessError>
  /** Of the node; told of what may change its chain. */
  readonly memory?: ReadMemory
  /** What the chain is asked again while nothing changed is answered from memory, and is no round trip. */
  readonly recalls?: boolean
}

interface Pending {
  readonly method: string
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

const NEWLINE = 10

/** What changes nothing: an order among such requests means nothing, so they may share a message. */
const READS =
  /^(eth_(accounts|blockNumber|call|chainId|simulateV1|get[A-Z]\w+)|txpool_status|anvil_(nodeInfo|get[A-Z]\w+))$/

/** Reads of the chain alone: others may send to the pool. */
const CHAIN_READS =
  /^eth_(blockNumber|call|getB(alance|lock\w*)|getCode|getLogs|getStorageAt|getTransaction(Count|Receipt))$/

const minesByItself = (method: string, [mode]: readonly unknown[]) =>
  (method === 'evm_setAutomine' && mode !== false) || (method === 'evm_setIntervalMining' && mode !== 0)

interface Answer {
  /** Null where the node could not read whose answer it is. */
  readonly id?: number | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Milliseconds between two attempts to connect. */
const ATTEMPT_INTERVAL_MS = 5

/**
 * Connect to a node's unix socket, which speaks newline-delimited JSON-RPC.
 *
 * Several times faster than viem's own IPC transport, and not wedged by braces inside strings. Reads that are asked in
 * one turn of the event loop share a message (a JSON-RPC batch), which spares both sides a wake-up for each; anything
 * else goes alone, in its order. When the socket closes, everything pending is rejected with RPC_CLOSED, or with what
 * `explainClose` says.
 *
 * @throws HarnessError RPC_UNREACHABLE when nothing listens within the time
 */
export async function connectIpc(path: string, options: IpcOptions = {}): Promise<RpcClient> {
  const { memory, recalls = false } = options
  const socket = await open(path, options.timeoutMs ?? 1_000)
  const counter = createRequestCounter()
  const pending = new Map<number, Pending>()
  let nextId = 0
  let chunks: Buffer[] = []
  let closed: Promise<Error> | undefined

  const fail = (explain: () => Promise<Error>) => {
    if (closed) return
    closed = explain()
    for (const { reject } of pending.values()) void closed.then(reject)
    pending.clear()
  }
  const failAs = (message: string, hint: string, cause?: unknown) =>
    fail(async () => new HarnessError('RPC_CLOSED', message, { where: path, hint, cause }))
  const onClosed = (cause?: unknown) => {
    if (options.explainClose) fail(options.explainClose)
    else failAs('the node closed the connection', 'the node ended; its last output says why', cause)
  }

  const settle = ({ id = -1, result, error }: Answer) => {
    // Whichever it was that could not be read, nothing else is ever said of it.
    const ids = id !== null ? [id] : error ? [...pending.keys()] : []
    for (const each of ids) {
      const request = pending.get(each)
      if (request === undefined) continue
      pending.delete(each)
      if (error) request.reject(new RpcError(request.method, error))
      else request.resolve(result)
    }
  }
  const receive = (message: Buffer) => {
    if (message.length === 0) return
    const answer = JSON.parse(message.toString()) as Answer | readonly Answer[]
    for (const each of Array.isArray(answer) ? answer : [answer]) settle(each)
  }
  let reads: string[] = []
  const sendReads = () => {
    if (reads.length > 0) socket.write(reads.length === 1 ? `${reads[0]}\n` : `[${reads.join()}]\n`)
    reads = []
  }
  socket.on('data', (data: Buffer) => {
    let start = 0
    for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
      chunks.push(data.subarray(start, end))
      const message = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      chunks = []
      start = end + 1
      try {
        receive(message)
      } catch (cause) {
        failAs('the node answered with something that is not JSON', 'check what listens on the socket', cause)
        socket.destroy()
        return
      }
    }
    if (start < data.length) chunks.push(data.subarray(start))
  })
  socket.on('error', onClosed)
  socket.on('close', () => onClosed())

  const send = <T>(method: string, params: readonly unknown[], encoded: string, isRead: boolean) => {
    counter.count(method, params)
    nextId += 1
    const id = nextId
    return new Promise<T>((resolve, reject) => {
      pending.set(id, { method, resolve: resolve as (value: unknown) => void, reject })
      const body = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${encoded}}`
      if (isRead) {
        // By then everything that goes on in this turn has asked.
        if (reads.push(body) === 1) process.nextTick(sendReads)
        return
      }
      sendReads()
      socket.write(`${body}\n`)
    })
  }

  return {
    request<T>(method: string, params: readonly unknown[] = []) {
      if (closed) {
        return closed.then((error): never => {
          throw error
        })
      }
      const encoded = JSON.stringify(params)
      const isRead = READS.test(method)
      const ask = () => send<T>(method, params, encoded, isRead)
      if (!isRead) {
        const end = memory?.beginChange()
        // From then on blocks come whoever sends what.
        return minesByItself(method, params) ? ask() : ask().finally(end)
      }
      const isRecalled = recalls && CHAIN_READS.test(method) && !encoded.includes('"pending"')
      return memory && isRecalled ? memory.recall(method + encoded, ask) : ask()
    },
    get roundTrips() {
      return counter.roundTrips
    },
    resetRoundTrips: counter.resetRoundTrips,
    onRequest: counter.onRequest,
    close() {
      failAs('the connection to the node was closed by the harness', 'open another connection')
      socket.destroy()
    },
  }
}

async function open(path: string, timeoutMs: number): Promise<Socket> {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<Error | undefined>()
    const socket = connect(path, () => resolve(undefined))
    socket.once('error', resolve)
    const cause = await promise
    if (cause === undefined) {
      socket.removeAllListeners('error')
      return socket
    }
    if (performance.now() >= deadlineMs) {
      throw new HarnessError('RPC_UNREACHABLE', 'nothing listens on the socket of the node', {
        where: path,
        expected: `a running anvil within ${timeoutMs} ms`,
        found: cause.message,
        hint: 'start the run again; `assay doctor` checks the set-up',
        cause,
      })
    }
    await new Promise((wake) => setTimeout(wake, ATTEMPT_INTERVAL_MS))
  }
}
