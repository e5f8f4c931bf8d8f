import type { Instance } from 'prool'
import { startAnvil } from './anvil.ts'
import type { AnvilOptions } from './anvil-process.ts'
import { listRemains } from './process-ledger.ts'

/** A chain of its own beside the fork, for whoever has its URL. */
export interface LocalChain {
  readonly url: string
  readonly chainId: number
  /** Its last block when it started. */
  readonly blockNumber: bigint
  /** End it, and list what is still there of it. */
  stop(): Promise<readonly string[]>
}

/** What a local chain starts from: nothing, or the block of another chain. */
export interface LocalChainTerms {
  readonly chainId: number
  readonly fork?: { readonly url: string; readonly blockNumber: bigint }
}

/**
 * Start a chain that mines each transaction by itself and sends as any account.
 *
 * @throws HarnessError ANVIL_START_FAILED, RPC_UNREACHABLE when the other chain does not answer
 */
export async function startLocalChain(
  node: Pick<AnvilOptions, 'binary' | 'directory' | 'name'>,
  { chainId, fork }: LocalChainTerms,
): Promise<LocalChain> {
  const parameters: Instance.anvil.Parameters = {
    chainId,
    autoImpersonate: true,
    codeSizeLimit: 32_768,
    ...(fork ? { forkUrl: fork.url, forkBlockNumber: fork.blockNumber, noStorageCaching: true } : {}),
  }
  const anvil = await startAnvil({ ...node, parameters })
  try {
    const blockNumber = BigInt(await anvil.rpc.request<string>('eth_blockNumber'))
    return {
      url: anvil.url,
      chainId,
      blockNumber,
      async stop() {
        await anvil.stop()
        return listRemains(node.directory, anvil)
      },
    }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
