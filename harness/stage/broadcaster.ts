import type { Hex } from 'viem'
import type { Broadcaster } from '../../tools/core/chain.ts'
import type { Ground } from './ground.ts'
import type { StackNode } from './nodes.ts'
import type { Sandwich } from './sandwich.ts'

/** Create what sends the agent's transactions over a node; they are mined while the agent waits. */
export const createBroadcaster = (
  { gate, miner, observer }: Ground,
  { port, client }: StackNode,
  sandwich: Sandwich,
): Broadcaster => ({
  async send(signed) {
    observer.onSending(signed)
    const around = sandwich.take()
    await around?.tradeAhead()
    const hash = await port.request<Hex>('eth_sendRawTransaction', [signed])
    around?.follow()
    return hash
  },
  isKnown: async (hash) => (await port.request('eth_getTransactionByHash', [hash])) !== null,
  async waitForReceipt(hash) {
    if (!miner.isOn) throw new Error('no block came')
    await gate.through(() => miner.mineBlock())
    await gate.through(sandwich.tradeBack)
    observer.onMined()
    return client.getTransactionReceipt({ hash })
  },
})
