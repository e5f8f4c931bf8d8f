import { createHash } from 'node:crypto'
import { decodeFunctionResult, encodeFunctionResult, type Hex, HttpRequestError, numberToHex } from 'viem'
import { probeAbi } from '../../tools/core/generated/probe.ts'
import { type RpcClient, RpcError } from './rpc-client.ts'

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
  /** The answer says that it belongs to another request, so that nobody waits for it. */
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
export interface RpcFault {
  readonly kind: RpcFaultKind
  /** The method, in which `*` stands for anything; any method without. */
  readonly method?: string
  /** How many matching requests pass before it strikes; none without. */
  readonly after?: number
  /** How many requests it strikes; all that follow without. */
  readonly times?: number
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
  /** Let simulated time pass, up to a moment of the timers. */
  readonly passUntil: (dueMs: number) => Promise<void>
}

/** JSON-RPC codes: an internal error, and with which providers refuse too many requests. */
const INTERNAL_ERROR = -32_603
const RATE_LIMITED = -32_005

const GATEWAY = 'http://node.invalid'

/** Where methods name the block that they look at. */
const BLOCK_PARAMETER: Readonly<Record<string, number>> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_feeHistory: 1,
  eth_getBalance: 1,
  eth_getBlockByNumber: 0,
  eth_getCode: 1,
  eth_getStorageAt: 2,
  eth_getTransactionCount: 1,
  eth_simulateV1: 1,
}

/** Answers that fit hardly any method. */
const WRONG_TYPES: readonly unknown[] = [{}, [], '', 'ok', -1, true, null, '0x', { code: -1 }]

interface Injected extends RpcFault {
  readonly index: number
  readonly pattern: RegExp
  passing: number
  left: number
  seen: number
}

/** Turn a method, in which `*` stands for anything, into a pattern; any method without one. */
export const toMethodPattern = (method = '*') =>
  new RegExp(`^${method.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)

/** Put injected faults before a connection. */
export function withFaults(rpc: Pick<RpcClient, 'request'>, ports: FaultPorts): FaultyRpc {
  let faults: Injected[] = []
  let injected = 0
  let requests = 0
  const strikes = ({ index, seen, rateBps }: Injected) => {
    if (rateBps === undefined) return true
    const drawn = createHash('sha256').update(`fault ${ports.seed} ${index} ${seen}`).digest()
    return drawn.readUInt32BE() % 10_000 < rateBps
  }
  const take = (method: string): Injected | undefined => {
    for (const fault of faults) {
      if (!fault.pattern.test(method)) continue
      if (fault.passing > 0) {
        fault.passing -= 1
        continue
      }
      fault.seen += 1
      if (!strikes(fault)) continue
      fault.left -= 1
      faults = faults.filter(({ left }) => left > 0)
      return fault
    }
    return undefined
  }
  const ask = <T>(method: string, params: readonly unknown[]) =>
    ports.timers.awaitAnswer(rpc.request<T>(method, params))
  const never = (method: string, signal: AbortSignal | undefined) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const end = ports.timers.beginWait(method)
    signal?.addEventListener('abort', () => {
      end()
      reject(signal.reason)
    })
    return promise
  }
  let lastPast: Promise<unknown> = Promise.resolve()
  /** Ask one thing at a time: an anvil that simulates on a past state while another is read locks up for good. */
  const askPast = <T>(method: string, params: readonly unknown[]): Promise<T> => {
    const answer = lastPast.then(() => ask<T>(method, params))
    lastPast = answer.catch(() => undefined)
    return answer
  }
  const askBehind = async (method: string, params: readonly unknown[], behind: number) => {
    const head = BigInt(await ask<Hex>('eth_blockNumber', []))
    const lagging = head - BigInt(behind)
    const at = lagging > ports.firstBlock ? lagging : ports.firstBlock
    if (method === 'eth_blockNumber') return numberToHex(at)
    const position = BLOCK_PARAMETER[method]
    const asked = [...params]
    if (position !== undefined && typeof (asked[position] ?? 'latest') === 'string') {
      if (!String(asked[position] ?? 'latest').startsWith('0x')) asked[position] = numberToHex(at)
    }
    const answer = await askPast<unknown>(method, asked)
    const { blockNumber } = (answer ?? {}) as { readonly blockNumber?: Hex | null }
    const isLater = method.startsWith('eth_getTransaction') && blockNumber && BigInt(blockNumber) > at
    return isLater ? null : answer
  }
  const spoil = async (
    fault: Injected,
    method: string,
    params: readonly unknown[],
    signal: AbortSignal | undefined,
  ): Promise<unknown> => {
    switch (fault.kind) {
      case 'reply-lost':
        await ask(method, params)
        throw new RpcError(method, { code: -32_000, message: 'the connection was reset' })
      case 'request-lost':
        throw new RpcError(method, { code: -32_000, message: 'the connection was refused' })
      case 'rate-limited':
        throw new RpcError(method, { code: RATE_LIMITED, message: '429 too many requests' })
      case 'error':
        throw new RpcError(method, { code: INTERNAL_ERROR, message: 'internal error' })
      case 'http-429':
        throw new HttpRequestError({ url: GATEWAY, status: 429, details: 'too many requests' })
      case 'http-503':
        throw new HttpRequestError({ url: GATEWAY, status: 503, details: 'service unavailable' })
      case 'hang':
        return never(method, signal)
      case 'delay': {
        const dueMs = ports.timers.elapsedMs() + (fault.delayMs ?? 0)
        const answer = await ask(method, params)
        await ports.passUntil(dueMs)
        return answer
      }
      case 'truncated': {
        const body = JSON.stringify({
          jsonrpc: '2.0',
          id: requests,
          result: await ask(method, params),
        })
        return JSON.parse(body.slice(0, Math.ceil(body.length / 2)))
      }
      case 'wrong-id':
        await ask(method, params)
        return never(method, signal)
      case 'wrong-type':
        await ask(method, params)
        return WRONG_TYPES[(fault.index + fault.seen) % WRONG_TYPES.length]
      case 'stale-head':
        return askBehind(method, params, fault.behind ?? 1)
      case 'wrong-chain':
        return answerOfAnotherChain(method, await ask(method, params))
    }
  }
  return {
    inject(fault) {
      injected += 1
      const { after = 0, times = Number.POSITIVE_INFINITY } = fault
      const pattern = toMethodPattern(fault.method)
      faults.push({ ...fault, index: injected, pattern, passing: after, left: times, seen: 0 })
    },
    heal() {
      faults = []
    },
    async request<T>(method: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<T> {
      requests += 1
      const fault = take(method)
      return (
        fault === undefined ? ask<T>(method, params) : spoil(fault, method, params, signal)
      ) as Promise<T>
    },
  }
}

/** What a node of the chain with the next id would answer: it shows where it says its id, and in what the probe reads. */
function answerOfAnotherChain(method: string, answer: unknown): unknown {
  if (method === 'eth_chainId') return numberToHex(BigInt(answer as Hex) + 1n)
  if (method === 'net_version') return String(Number(answer) + 1)
  if (method !== 'eth_simulateV1') return answer
  const blocks = answer as readonly { readonly calls: readonly { readonly returnData: Hex }[] }[]
  return blocks.map((block) => ({
    ...block,
    calls: block.calls.map((call) => ({ ...call, returnData: shiftChainId(call.returnData) })),
  }))
}

function shiftChainId(returnData: Hex): Hex {
  const read = { abi: probeAbi, functionName: 'read' } as const
  try {
    const result = decodeFunctionResult({ ...read, data: returnData })
    return encodeFunctionResult({ ...read, result: { ...result, chainId: result.chainId + 1n } })
  } catch {
    // Not everything that is simulated is the probe.
    return returnData
  }
}
