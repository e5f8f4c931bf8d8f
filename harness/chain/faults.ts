import { createHash } from 'node:crypto'
import { createFaultQueue, type Striking, type Waiting } from './fault-queue.ts'
import type { RpcClient } from './rpc-client.ts'
import { createSpoiler } from './spoil-request.ts'

/** What can go wrong with a request: before it reaches the node, in its answer, or on the way back. */
export const RPC_FAULT_KINDS = [
  /** The node gets the request and acts on it; its answer is lost. */
  'reply-lost',
  /** The request never reaches the node. */
  'request-lost',
  /** The node answers a JSON-RPC error that there are too many requests. */
  'rate-limited',
  /** The node answers a JSON-RPC error of its own. */
  'error',
  /** A gateway before the node answers with a status in place of a JSON-RPC answer. */
  'http-429',
  'http-503',
  /** The node never answers. */
  'hang',
  /** The node answers, but only after a time; what it answers is as old as that. */
  'delay',
  /** The answer breaks off in the middle. */
  'truncated',
  /** The answer says that it belongs to another request, so that nothing waits for it. */
  'wrong-id',
  /** The answer is JSON of another type than the method has. */
  'wrong-type',
  /** The node is some blocks behind and knows nothing of later ones. */
  'stale-head',
  /** The node is one of another chain. */
  'wrong-chain',
] as const

/** A fault of a request. */
export type RpcFaultKind = (typeof RPC_FAULT_KINDS)[number]

/** Nodes whose answers can go wrong: the agent's, the second provider's, the guardian's own. */
export const RPC_ENDPOINTS = ['agent', 'second', 'guardian'] as const

/** Whose node a fault strikes. */
export type RpcEndpoint = (typeof RPC_ENDPOINTS)[number]

/** A fault of the next requests. */
export interface RpcFault extends Striking {
  readonly kind: RpcFaultKind
  /** Basis points of the requests that it strikes, drawn from the seed and the request's number. */
  readonly rateBps?: number
  /** How long a delayed answer takes. */
  readonly delayMs?: number
  /** How many blocks a stale head lies behind. */
  readonly behind?: number
}

/** A connection whose faults are injected. */
export interface FaultyRpc extends Pick<RpcClient, 'request'> {
  inject(fault: RpcFault): void
  /** End all faults. */
  heal(): void
}

/** Time as faults need it. */
export interface FaultTimers {
  awaitAnswer<T>(answer: Promise<T>): Promise<T>
  beginWait(subject: string): () => void
  elapsedMs(): number
}

/** What faults need of the world. */
export interface FaultPorts {
  /** Decides, with the number of a request, whether a fault with a rate strikes it. */
  readonly seed: string
  /** What a stale head does not lie before: older states may be gone. */
  readonly firstBlock: bigint
  readonly timers: FaultTimers
  /** Is told of each request that a fault strikes. */
  readonly onStruck: (kind: RpcFaultKind) => void
  /** Let simulated time pass, up to a moment of the timers. */
  readonly passUntil: (dueMs: number) => Promise<void>
}

/** Put injected faults before a connection. */
export function withFaults(rpc: Pick<RpcClient, 'request'>, ports: FaultPorts): FaultyRpc {
  const queue = createFaultQueue((waiting: Waiting<RpcFault>) => isDrawn(waiting, ports.seed))
  const ask = <T>(method: string, params: readonly unknown[]) =>
    ports.timers.awaitAnswer(rpc.request<T>(method, params))
  const spoil = createSpoiler(ask, ports)
  let requests = 0
  return {
    inject: queue.inject,
    heal: queue.clear,
    async request<T>(method: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<T> {
      requests += 1
      const struck = queue.take(method)
      if (struck === undefined) return ask<T>(method, params)
      ports.onStruck(struck.fault.kind)
      return spoil(struck, { id: requests, method, params, signal }) as Promise<T>
    },
  }
}

/** Whether a fault with a rate strikes this request. */
function isDrawn({ fault: { rateBps }, index, seen }: Waiting<RpcFault>, seed: string): boolean {
  if (rateBps === undefined) return true
  const drawn = createHash('sha256').update(`fault ${seed} ${index} ${seen}`).digest()
  return drawn.readUInt32BE() % 10_000 < rateBps
}
