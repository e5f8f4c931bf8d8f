import { type Hex, numberToHex } from 'viem'
import { PROBE_ADDRESS } from '../../tools/core/chain-reader.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { type RpcClient, RpcError } from '../chain/rpc-client.ts'
import type { RecordTrace } from '../record/record.ts'
import { type DescribingFrames, describeFrame, type RawFrame } from './describe-frame.ts'

/** What a step did that can be traced. */
export interface Traceable {
  readonly judged: readonly { readonly permitId: Hex }[]
  /** Hashes of the agent's transactions. */
  readonly sent: readonly Hex[]
}

/** Traces what a stack simulates and sends, step by step. */
export interface Tracer {
  /** The call trees of a step that has just ended. */
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
  const end = deps.agentRpc.onRequest?.((method, params) => {
    if (method !== 'eth_simulateV1') return
    const call = readSimulated(params)
    if (call) simulated.push({ ...call, headSeconds: deps.headSeconds() })
  })
  /** The newest block at a time: blocks that were taken away since are none. */
  const blockAt = async (seconds: bigint): Promise<Hex> => {
    let number = BigInt(await rpc.request<Hex>('eth_blockNumber'))
    for (;;) {
      const block = await rpc.request<{ timestamp: Hex }>('eth_getBlockByNumber', [
        numberToHex(number),
        false,
      ])
      if (BigInt(block.timestamp) <= seconds) return numberToHex(number)
      number -= 1n
    }
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
      for (const permitId of new Set(judged.map((plan) => plan.permitId))) {
        const last = seen.findLast(({ call }) => call.data.includes(permitId.slice(2)))
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
      for (const hash of new Set(sent)) {
        // What is in no block the fork would ask its origin for, which never had it.
        if ((await rpc.request('eth_getTransactionReceipt', [hash])) === null) continue
        const ask = () => rpc.request<RawFrame>('debug_traceTransaction', [hash, CALL_TRACER])
        traces.push(...(await trace('mined', hash, ask)))
      }
      return traces
    },
  }
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
