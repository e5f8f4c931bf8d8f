import { HttpRequestError } from 'viem'
import type { Waiting } from './fault-queue.ts'
import type { FaultPorts, RpcFault, RpcFaultKind } from './faults.ts'
import { answerOfAnotherChain } from './other-chain.ts'
import { RpcError } from './rpc-client.ts'
import { createLaggingNode } from './stale-head.ts'

/** Asks the node itself. */
export type Ask = <T>(method: string, params: readonly unknown[]) => Promise<T>

/** A request that goes wrong. */
interface StruckRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
  readonly signal: AbortSignal | undefined
}

/** Lets a request go wrong, and tells what comes back. */
type Spoil = (struck: Waiting<RpcFault>, request: StruckRequest) => Promise<unknown>

/** JSON-RPC codes: an error of the node itself, one of its server, and with which providers refuse too many requests. */
const INTERNAL_ERROR = -32_603
const SERVER_ERROR = -32_000
const RATE_LIMITED = -32_005

const GATEWAY = 'http://node.invalid'

/** Answers that fit hardly any method. */
const WRONG_TYPES: readonly unknown[] = [{}, [], '', 'ok', -1, true, null, '0x', { code: -1 }]

/** Create what lets requests go wrong, each kind of fault in its own way. */
export function createSpoiler(ask: Ask, { timers, passUntil, firstBlock }: FaultPorts): Spoil {
  const askBehind = createLaggingNode(ask, firstBlock)
  const answer = ({ method, params }: StruckRequest) => ask<unknown>(method, params)
  const never = ({ method, signal }: StruckRequest) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const end = timers.beginWait(method)
    signal?.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    return promise
  }
  const fail = (code: number, message: string): Spoil => {
    return async (_, { method }) => {
      throw new RpcError(method, { code, message })
    }
  }
  const refuse = (status: number, details: string): Spoil => {
    return async () => {
      throw new HttpRequestError({ url: GATEWAY, status, details })
    }
  }
  const ways: Readonly<Record<RpcFaultKind, Spoil>> = {
    async 'reply-lost'(struck, request) {
      await answer(request)
      return fail(SERVER_ERROR, 'the connection was reset')(struck, request)
    },
    'request-lost': fail(SERVER_ERROR, 'the connection was refused'),
    'rate-limited': fail(RATE_LIMITED, '429 too many requests'),
    error: fail(INTERNAL_ERROR, 'internal error'),
    'http-429': refuse(429, 'too many requests'),
    'http-503': refuse(503, 'service unavailable'),
    hang: (_, request) => never(request),
    async delay({ fault }, request) {
      const dueMs = timers.elapsedMs() + (fault.delayMs ?? 0)
      const late = await answer(request)
      await passUntil(dueMs)
      return late
    },
    async truncated(_, request) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: request.id, result: await answer(request) })
      return JSON.parse(body.slice(0, Math.ceil(body.length / 2)))
    },
    async 'wrong-id'(_, request) {
      await answer(request)
      return never(request)
    },
    async 'wrong-type'({ index, seen }, request) {
      await answer(request)
      return WRONG_TYPES[(index + seen) % WRONG_TYPES.length]
    },
    'stale-head': ({ fault }, { method, params }) => askBehind(method, params, fault.behind ?? 1),
    'wrong-chain': async (_, request) => answerOfAnotherChain(request.method, await answer(request)),
  }
  return (struck, request) => ways[struck.fault.kind](struck, request)
}
