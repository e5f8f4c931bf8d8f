import { custom, fallback } from 'viem'
import { createRpcEndpoint, type RpcEndpoint } from '../../harness/chain/rpc-endpoint.ts'
import { CHAIN_TIMEOUT_MS, type RequestPort } from '../../tools/core/bounded-requests.ts'
import type { Clock } from '../../tools/core/clock.ts'

/** How often a request that no node answered is made again, and after how long at first; each wait is twice the one before. */
const RETRIES = 2
const FIRST_WAIT_MS = 100

/** How long a node that failed is asked after all others: at first, and at most; twice as long after each failure. */
const FIRST_REST_MS = 1_000
const LONGEST_REST_MS = 60_000

/** Codes by which nodes say that they are asked too often: another one may answer. */
const BUSY_CODES: readonly number[] = [429, -32_005, -32_007]

/** What a node answered. */
interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** One node of a pool. */
interface Node {
  readonly endpoint: RpcEndpoint
  failures: number
  restsUntilMs: number
  /** Whether it was seen to serve the chain. */
  isProven: boolean
}

/**
 * Open several nodes of one chain as one connection. The first that works is asked alone, so that what belongs together
 * comes from one node; one that fails is asked last for a while. What no node answered is asked again with the same bytes,
 * so that a transaction may go out twice and is never another one. What a node refuses stands: no other one is asked for a
 * nicer answer.
 *
 * @throws Error when no node answers, or when one serves another chain
 */
export async function openProviderPool(
  urls: readonly string[],
  chainId: number,
  clock: Pick<Clock, 'wallMs'>,
): Promise<RequestPort> {
  // A node that hangs leaves time for the others.
  const post = createPost(Math.floor(CHAIN_TIMEOUT_MS / urls.length))
  const nodes = urls.map(
    (url): Node => ({ endpoint: createRpcEndpoint(url), failures: 0, restsUntilMs: 0, isProven: false }),
  )
  const prove = async (node: Node) => {
    const { result, error } = await post(node, 'eth_chainId', [])
    // Its words may hold the key of its URL.
    if (error)
      throw new Error(`${node.endpoint.label} refused to say which chain it serves: error ${error.code}`)
    const found = Number(result)
    if (found !== chainId) throw new OtherChain(node.endpoint.label, found, chainId)
    node.isProven = true
  }
  const ask = async (node: Node, method: string, params: readonly unknown[]): Promise<Answer> => {
    try {
      if (!node.isProven) await prove(node)
      const answer = await post(node, method, params)
      node.failures = 0
      return answer
    } catch (cause) {
      const nowMs = clock.wallMs()
      // Of several requests that it failed at once it rests once.
      if (node.restsUntilMs <= nowMs) {
        node.restsUntilMs = nowMs + Math.min(FIRST_REST_MS * 2 ** node.failures, LONGEST_REST_MS)
        node.failures += 1
      }
      throw cause
    }
  }
  const proofs = await Promise.allSettled(nodes.map(prove))
  const failures = proofs.flatMap((proof) => (proof.status === 'rejected' ? [proof.reason] : []))
  const strange = failures.find((failure) => failure instanceof OtherChain)
  if (strange ?? failures.length === nodes.length) throw strange ?? failures[0]

  return {
    async request<T>(method: string, params: readonly unknown[] = [], signal?: AbortSignal): Promise<T> {
      let failure: unknown
      const isResting = ({ restsUntilMs }: Node) => Number(restsUntilMs > clock.wallMs())
      const ways = nodes
        .toSorted((a, b) => isResting(a) - isResting(b))
        .map((node) => {
          const request = () =>
            ask(node, method, params).catch((cause: unknown) => {
              failure = cause
              throw cause
            })
          return custom({ request })
        })
      const pool = fallback(ways, { retryCount: RETRIES, retryDelay: FIRST_WAIT_MS })({})
      const asked = pool.request({ method, params } as never, signal ? { signal } : {}) as Promise<Answer>
      const answer = await asked.catch((cause: unknown) => {
        throw failure ?? cause
      })
      const { result, error } = answer
      if (error) throw Object.assign(new Error(`${method}: ${error.message}`), error)
      return result as T
    },
  }
}

class OtherChain extends Error {
  constructor(node: string, found: number, expected: number) {
    super(`${node} serves chain ${found}, the policy is for ${expected}`)
  }
}

/** Post requests; what is no answer of a node, a refusal to be asked so often among it, is thrown. */
function createPost(timeoutMs: number) {
  let id = 0
  return async (
    { endpoint }: Pick<Node, 'endpoint'>,
    method: string,
    params: readonly unknown[],
  ): Promise<Answer> => {
    id += 1
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const { status, body: text } = await endpoint.post(body, { timeoutMs })
    const answer = JSON.parse(text) as Answer
    if (answer.error && BUSY_CODES.includes(answer.error.code)) {
      throw new Error(`${endpoint.label} is busy: ${answer.error.message}`)
    }
    if (answer.error === undefined && answer.result === undefined) {
      throw new Error(`${endpoint.label} answered ${method} with status ${status} and no result`)
    }
    return answer
  }
}
