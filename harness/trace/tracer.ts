import { type Hex, numberToHex } from 'viem'
import { PROBE_ADDRESS } from '../../tools/core/chain-reader.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { type RpcClient, RpcError } from '../chain/rpc-client.ts'
import type { RecordTrace } from '../record/record.ts'
import { type DescribingFrames, describeFrame, type RawFrame } from './describe-frame.ts'

/** A plan that was judged, by the calls that its transaction makes. */
interface Judged {
  readonly permitId: Hex
  readonly plan: { readonly calls: readonly { readonly data: Hex }[] }
}

/** What a step did that can be traced. */
export interface Traceable {
  readonly judged: readonly Judged[]
  /** Hashes of the agent's transactions. */
  readonly sent: readonly Hex[]
}

/** Traces what a stack simulates and sends, step by step. */
export interface Tracer {
  /** The call trees of a step that has just ended, those of earlier steps' transactions that are mined by now included. */
  take(step: Traceable): Promise<readonly RecordTrace[]>
  /** Watch the stack no longer. */
  end(): void
}

/** A transaction that the stack had simulated, with its surroundings. */
interface Simulated {
  readonly call: { readonly to: Hex; readonly data: Hex }
  readonly overrides: { readonly stateOverrides?: object; readonly blockOverrides?: object }
  /** Timestamp of the head at that time. */
  readonly headSeconds: bigint
}

const CALL_TRACER = { tracer: 'callTracer', tracerConfig: { withLog: true } }

/**
 * Trace over the harness' own connection; the stack's is only listened to, for what it has simulated. The node keeps its
 * history.
 */
export function createTracer(
  deps: {
    readonly rpc: RpcClient
    readonly agentRpc: Pick<RpcClient, 'onRequest'>
    readonly headSeconds: () => bigint
  },
  describing: DescribingFrames,
): Tracer {
  const { rpc } = deps
  let simulated: Simulated[] = []
  const unmined = new Set<Hex>()
  /** The head when nothing else was unmined. */
  let unminedSince = 0n
  const end = deps.agentRpc.onRequest?.((method, params) => {
    if (method !== 'eth_simulateV1') return
    const call = readSimulated(params)
    if (call) simulated.push({ ...call, headSeconds: deps.headSeconds() })
  })
  const readHead = async () => BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const readBlock = <Block>(number: bigint) =>
    rpc.request<Block>('eth_getBlockByNumber', [numberToHex(number), false])
  /** The node would ask its origin to trace what is in no block, and an origin that cannot fails the scenario. */
  const isInBlock = async (hash: Hex) => (await rpc.request('eth_getTransactionReceipt', [hash])) !== null
  /** The newest block at a time: blocks that were taken away since are none. */
  const blockAt = async (seconds: bigint): Promise<Hex> => {
    for (let number = await readHead(); ; number -= 1n) {
      const block = await readBlock<{ timestamp: Hex }>(number)
      if (BigInt(block.timestamp) <= seconds) return numberToHex(number)
    }
  }
  /** Those of the transactions that were not mined which are by now. */
  const listMined = async (): Promise<readonly Hex[]> => {
    const mined: Hex[] = []
    if (unmined.size === 0) return mined
    for (let number = await readHead(); number > unminedSince; number -= 1n) {
      const block = await readBlock<{ transactions: readonly Hex[] }>(number)
      mined.unshift(...block.transactions.filter((hash) => unmined.has(hash)))
    }
    return mined
  }
  const trace = async (of: RecordTrace['of'], subject: Hex, ask: () => Promise<RawFrame>) => {
    try {
      return [{ of, subject, root: describeFrame(await ask(), describing) }]
    } catch (cause) {
      // What a node does not play again leaves no trace: its origin fails on purpose, or the block is gone.
      if (cause instanceof RpcError) return []
      throw cause
    }
  }
  return {
    end: () => end?.(),
    async take({ judged, sent }) {
      const seen = simulated
      simulated = []
      const traces: RecordTrace[] = []
      for (const [permitId, each] of new Map(judged.map((plan) => [plan.permitId, plan]))) {
        const last = findSimulated(each, seen)
        if (last === undefined) continue
        const { call, overrides, headSeconds } = last
        const ask = async () =>
          rpc.request<RawFrame>('debug_traceCall', [
            call,
            await blockAt(headSeconds),
            { ...CALL_TRACER, ...overrides },
          ])
        traces.push(...(await trace('simulated', permitId, ask)))
      }
      for (const hash of new Set([...(await listMined()), ...sent])) {
        const ask = () => rpc.request<RawFrame>('debug_traceTransaction', [hash, CALL_TRACER])
        const mined = (await isInBlock(hash)) ? await trace('mined', hash, ask) : []
        traces.push(...mined)
        if (mined.length > 0) unmined.delete(hash)
        else {
          if (unmined.size === 0) unminedSince = await readHead()
          unmined.add(hash)
        }
      }
      return traces
    },
  }
}

/** The last simulation of a plan: the cage is told the permit, what others make says nothing but the calls themselves. */
function findSimulated(
  { permitId, plan: { calls } }: Judged,
  seen: readonly Simulated[],
): Simulated | undefined {
  const findLast = (parts: readonly Hex[]) =>
    seen.findLast(({ call }) => parts.every((part) => part !== '0x' && call.data.includes(part.slice(2))))
  return findLast([permitId]) ?? (calls.length > 0 ? findLast(calls.map(({ data }) => data)) : undefined)
}

/** The transaction of a simulation, which stands between two readings of state; none where only state is read. */
function readSimulated(params: readonly unknown[]): Omit<Simulated, 'headSeconds'> | undefined {
  const [{ blockStateCalls }] = params as [
    {
      readonly blockStateCalls: readonly (Simulated['overrides'] & {
        readonly calls: readonly Simulated['call'][]
      })[]
    },
  ]
  const { calls = [], stateOverrides = {}, blockOverrides = {} } = blockStateCalls[0] ?? {}
  const call = calls.find(({ to }) => !isAddressEqual(to, PROBE_ADDRESS))
  return call && { call, overrides: { stateOverrides, blockOverrides } }
}
