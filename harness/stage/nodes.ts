import type { Hex, PublicClient } from 'viem'
import { boundRequests } from '../../tools/core/bounded-requests.ts'
import type { ChainReader } from '../../tools/core/chain.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import { type FaultPorts, type FaultyRpc, type RpcEndpoint, withFaults } from '../chain/faults.ts'
import { withFirewall } from '../chain/firewall.ts'
import { withGate } from '../chain/gate.ts'
import { createLyingRpc, type LyingRpc } from '../chain/lying-rpc.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { createReadClient } from '../chain/viem-client.ts'
import type { Ground } from './ground.ts'
import type { Passage } from './passage.ts'

/** A node as the stack reaches it. */
export interface StackNode {
  readonly port: Pick<RpcClient, 'request'>
  readonly client: PublicClient
  readonly reader: ChainReader
}

/** The nodes of a stage, whose requests can go wrong on the way. */
export interface Nodes {
  readonly agent: StackNode
  readonly second: StackNode
  /** The agent's node itself, which may lie. */
  readonly lying: LyingRpc
  readonly faulty: Readonly<Record<RpcEndpoint, FaultyRpc>>
  /** The head when they were connected. */
  readonly firstBlock: bigint
}

/** Connect the nodes of a stage. */
export async function connectNodes(ground: Ground, passUntil: Passage['passUntil']): Promise<Nodes> {
  const { chain, options, clock, gate, timers, struck } = ground
  const { chainId } = chain.book
  const firstBlock = BigInt(await chain.oracleRpc.request<Hex>('eth_blockNumber'))
  const lying = createLyingRpc(withFirewall(chain.agentRpc))
  const ports: FaultPorts = {
    seed: options.seed,
    firstBlock,
    timers,
    onStruck: (kind) => struck.note(`rpc-${kind}`),
    passUntil: (dueMs) => gate.through(() => passUntil(dueMs)),
  }
  const faulty = {
    agent: withFaults(withGate(lying.rpc, gate), ports),
    second: withFaults(withFirewall(withGate(chain.secondRpc, gate)), ports),
    guardian: withFaults(chain.guardians.connectNode(chain.fork.ipcPath), {
      ...ports,
      timers: {
        ...timers,
        // The agent waits for the guardian, which waits for its node: no answer comes before the agent's time is up.
        beginWait() {
          timers.expireNext()
          return () => undefined
        },
      },
      // The agent's turn lasts until the guardian has answered.
      passUntil,
    }),
  }
  const open = (rpc: FaultyRpc): StackNode => {
    const port = boundRequests(rpc, clock)
    const client = createReadClient(port, chainId)
    return { port, client, reader: createChainReader(client, chainId, { isProbeDeployed: true }) }
  }
  return { agent: open(faulty.agent), second: open(faulty.second), lying, faulty, firstBlock }
}
