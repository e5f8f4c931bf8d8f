import { Type } from '../../../tools/core/schema.ts'
import { RPC_ENDPOINTS, RPC_FAULT_KINDS, type RpcEndpoint, type RpcFault } from '../../chain/faults.ts'
import { closed, named, optional } from '../schema-words.ts'
import { defineStep } from '../step/define-step.ts'
import { nameStruck, readStruck, STRUCK_MEMBERS } from '../step/struck-requests.ts'

interface NodeFault {
  readonly fault: RpcFault
  readonly on: RpcEndpoint
}

/** Where a fault strikes, where that is not the agent's own node. */
const NODES: Readonly<Record<RpcEndpoint, string>> = {
  agent: '',
  second: ' to the second provider',
  guardian: " to the guardian's node",
}

/** A node fails. */
export const FAULT = defineStep({
  kind: 'fault',
  schema: Type.Object(
    {
      rpc: named(RPC_FAULT_KINDS, 'what goes wrong with a request to a node'),
      on: optional(
        named(RPC_ENDPOINTS, "whose node: the agent's, the second provider or the guardian's; default agent"),
      ),
      ...STRUCK_MEMBERS,
      rateBps: optional(
        Type.Integer({
          minimum: 1,
          maximum: 10_000,
          description: "part of the requests, drawn from the run's seed; without times for good",
        }),
      ),
      behind: optional(
        Type.Integer({ minimum: 1, maximum: 8, description: 'blocks that a stale head lies behind' }),
      ),
    },
    {
      ...closed,
      description:
        'a fault of the node, e.g. { rpc: reply-lost, method: eth_sendRawTransaction } or { rpc: delay, for: 11s }',
    },
  ),
  traits: ['fault'],
  read(members, path, reader): NodeFault {
    const { rpc, on = 'agent', rateBps, behind } = members
    const kind = reader.choose([...path, 'rpc'], 'fault', rpc, RPC_FAULT_KINDS)
    if (behind !== undefined && kind !== 'stale-head') {
      reader.problem([...path, 'behind'], 'only a stale head lies behind', 'leave it out', true)
    }
    return {
      fault: {
        kind,
        ...readStruck(kind, members, path, reader),
        ...(rateBps === undefined ? {} : { rateBps }),
        ...(behind === undefined ? {} : { behind }),
      },
      on: reader.choose([...path, 'on'], 'node', on, RPC_ENDPOINTS),
    }
  },
  run: ({ fault, on }, { stage }) => stage.faults.inject(fault, on),
  title: ({ fault, on }) => `${fault.kind} of ${nameStruck(fault)}${NODES[on]}`,
  faults: { kinds: RPC_FAULT_KINDS.map((kind) => `rpc-${kind}` as const) },
})
