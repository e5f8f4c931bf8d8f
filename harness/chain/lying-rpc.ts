import type { Address, Hex } from 'viem'
import type { RpcClient } from './rpc-client.ts'

/** What a lying node shows of an account instead of the truth. */
export interface Lie {
  readonly code?: Hex
  readonly stateDiff?: Readonly<Record<Hex, Hex>>
}

/** A connection to a node that lies about some accounts, and about them only. */
export interface LyingRpc {
  readonly rpc: RpcClient
  lieAbout(address: Address, lie: Lie): void
}

interface SimulatedBlock {
  readonly stateOverrides?: Readonly<Record<string, object>>
}

/** Make a connection lie: calls and simulations run on the state that the lies describe; what is sent is sent. */
export function createLyingRpc(truthful: RpcClient): LyingRpc {
  const lies: Record<string, Lie> = {}
  const spoil = (method: string, params: readonly unknown[] = []): readonly unknown[] => {
    if (Object.keys(lies).length === 0) return params
    if (method === 'eth_call')
      return [params[0], params[1] ?? 'latest', { ...(params[2] as object), ...lies }]
    if (method !== 'eth_simulateV1') return params
    const { blockStateCalls, ...rest } = params[0] as { blockStateCalls: readonly SimulatedBlock[] }
    const spoilt = blockStateCalls.map((block) => ({
      ...block,
      stateOverrides: { ...block.stateOverrides, ...lies },
    }))
    return [{ ...rest, blockStateCalls: spoilt }, ...params.slice(1)]
  }
  return {
    rpc: {
      ...truthful,
      request: (method, params) => truthful.request(method, spoil(method, params)),
      get roundTrips() {
        return truthful.roundTrips
      },
    },
    lieAbout(address, lie) {
      lies[address] = lie
    },
  }
}
