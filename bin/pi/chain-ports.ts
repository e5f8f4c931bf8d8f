import { setTimeout as sleep } from 'node:timers/promises'
import { type Hex, keccak256 } from 'viem'
import { createReadClient } from '../../harness/chain/viem-client.ts'
import { boundRequests } from '../../tools/core/bounded-requests.ts'
import type { Broadcaster, ChainReader } from '../../tools/core/chain.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import type { Clock } from '../../tools/core/clock.ts'
import { normaliseHost } from '../../tools/core/normalise-host.ts'
import { isOwnMachine } from '../../tools/runtime/is-own-machine.ts'
import { keepFinal } from './keep-final.ts'
import { openProviderPool } from './provider-pool.ts'

/** How often a receipt is looked for, and how often at most. */
const RECEIPT_EVERY_MS = 500
const RECEIPT_LOOKS = 120

/** One way to a chain. */
export interface ChainRoute {
  readonly chain: ChainReader
  readonly broadcaster: Broadcaster
}

/**
 * Open a way to a chain over HTTP, by one node or by several that stand in for each other.
 *
 * @throws Error when none answers, or one serves another chain
 */
export async function openRoute(urls: readonly string[], chainId: number, clock: Clock): Promise<ChainRoute> {
  const pool = boundRequests(await openProviderPool(urls, chainId, clock), clock)
  const client = createReadClient(keepFinal(pool), chainId)
  const isKnown = async (hash: Hex) => (await pool.request('eth_getTransactionByHash', [hash])) !== null
  return {
    chain: createChainReader(client, chainId),
    broadcaster: {
      async send(signed) {
        try {
          return await pool.request<Hex>('eth_sendRawTransaction', [signed])
        } catch (cause) {
          // A node that lost its answer refuses the same bytes a second time.
          const hash = keccak256(signed)
          if (await isKnown(hash).catch(() => false)) return hash
          throw cause
        }
      },
      isKnown,
      async waitForReceipt(hash) {
        for (let looks = 0; looks < RECEIPT_LOOKS; looks += 1) {
          const receipt = await pool.request('eth_getTransactionReceipt', [hash])
          if (receipt !== null) return client.getTransactionReceipt({ hash })
          await sleep(RECEIPT_EVERY_MS)
        }
        throw new Error('no block came')
      },
    },
  }
}

/**
 * Read the nodes of both providers, each a list of URLs with spaces between them.
 *
 * @param addresses - those that this machine has: all of them lead to the same nodes
 * @throws Error when one that is set names no node, and when a node is of both, however it is written: it would agree with itself
 */
export function readNodes(
  first: string,
  second: string | undefined,
  addresses: readonly string[],
): readonly (readonly string[])[] {
  const providers = [first, second ?? ''].map((text) => text.split(/\s+/).filter((url) => url !== ''))
  const blank = (['BARDO_RPC_URL', 'BARDO_SECOND_RPC_URL'] as const).find(
    (_, index) => [first, second][index] !== undefined && providers[index]?.length === 0,
  )
  if (blank)
    throw new Error(`${blank} names no node: expected URLs with spaces between them, found only spaces`)
  const [hosts = [], others = []] = providers.map((urls) => urls.map((url) => nameNode(url, addresses)))
  const shared = hosts.find((host) => others.includes(host))
  if (shared === undefined) return providers
  throw new Error(
    `BARDO_RPC_URL and BARDO_SECOND_RPC_URL both name ${shared}: expected nodes of two providers that share none`,
  )
}

/** Write host and port of a URL in one way, whatever the URL; http and https of a host are one. */
function nameNode(url: string, addresses: readonly string[]): string {
  if (!URL.canParse(url)) return url
  const { hostname, port } = new URL(url)
  const host = isOwnMachine(hostname, addresses) ? 'localhost' : normaliseHost(hostname)
  return ['', '80', '443'].includes(port) ? `${host}` : `${host}:${port}`
}
