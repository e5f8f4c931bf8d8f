import { type Hex, keccak256 } from 'viem'
import type { RecordedRequest, RequestGroup } from '../play/recorder.ts'

/** Connections, in the order in which they are recorded. */
export const CONNECTIONS = ['agent', 'oracle', 'harness'] as const

/** The block that the commit was mined in. */
export interface MinedBlock {
  readonly timestamp: Hex
  readonly baseFeePerGas: Hex
}

/**
 * The 13 requests that a preview and its commit were at fe529f7, in their order and concurrency, with the calldata
 * that today's stack sends: the world has grown since, and a comparison is with the same work.
 */
export function listFormerRequests(
  recorded: readonly RequestGroup[],
  operator: string,
  { timestamp, baseFeePerGas }: MinedBlock,
): readonly RequestGroup[] {
  const requests = recorded.flat()
  const ask = (
    connection: (typeof CONNECTIONS)[number],
    method: string,
    params?: readonly unknown[],
  ): RecordedRequest => ({
    client: CONNECTIONS.indexOf(connection),
    method,
    params,
    startMs: 0,
    durationMs: 0,
  })
  const pick = (connection: (typeof CONNECTIONS)[number], method: string) => {
    const found = requests.filter(
      (request) => request.client === CONNECTIONS.indexOf(connection) && request.method === method,
    )
    if (found.length === 0)
      throw new Error(`the stack sent no ${method} on the connection of the ${connection}`)
    return found
  }
  const [quote] = pick('agent', 'eth_call')
  const simulations = pick('agent', 'eth_simulateV1')
  const [send] = pick('agent', 'eth_sendRawTransaction')
  const sizeOf = ({ params }: RecordedRequest) => JSON.stringify(params).length
  const [observed] = pick('oracle', 'eth_call').sort((one, other) => sizeOf(other) - sizeOf(one))
  const [raw] = send?.params as [Hex]
  const block = ask('agent', 'eth_getBlockByNumber', ['latest', false])
  const count = ask('agent', 'eth_getTransactionCount', [operator, 'latest'])
  return [
    [quote],
    [block],
    [count, simulations[0]],
    [block],
    [count, simulations.at(-1)],
    [send],
    [
      ask('harness', 'anvil_setNextBlockBaseFeePerGas', [baseFeePerGas]),
      ask('harness', 'evm_setNextBlockTimestamp', [timestamp]),
    ],
    [ask('harness', 'evm_mine')],
    [ask('agent', 'eth_getTransactionReceipt', [keccak256(raw)])],
    [observed],
  ] as RequestGroup[]
}
