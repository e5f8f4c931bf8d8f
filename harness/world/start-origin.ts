import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { type Anvil, startAnvil } from '../chain/anvil.ts'
import { createRunDirectory } from '../chain/process-ledger.ts'
import { HarnessError } from '../errors.ts'
import type { OriginSnapshot } from './origin.ts'

/** Options of {@link startOrigin}. */
export interface StartOriginOptions {
  /** Folder of the harness' state; the socket lives below it while the origin runs. */
  readonly stateDir: string
  readonly anvilBinary: string
  /** A fixed port, or 0 for a free one. */
  readonly port?: number
}

/**
 * Start a node that holds the embedded origin. It mines nothing by itself; forks need none.
 *
 * @throws HarnessError ANVIL_START_FAILED, PORT_IN_USE; CACHE_CORRUPT when the dump is damaged, or the node shows another head
 */
export async function startOrigin(
  snapshot: Pick<OriginSnapshot, 'book' | 'head' | 'readDump'>,
  options: StartOriginOptions,
): Promise<Anvil> {
  const directory = createRunDirectory(options.stateDir)
  const statePath = join(directory.path, 'origin.state.json')
  try {
    writeFileSync(statePath, snapshot.readDump())
    const anvil = await startAnvil({
      binary: options.anvilBinary,
      directory: directory.path,
      name: 'origin',
      port: options.port ?? 0,
      parameters: {
        chainId: snapshot.book.chainId,
        loadState: statePath,
        accounts: 1,
        noMining: true,
        autoImpersonate: true,
      },
    })
    const stop = async () => {
      await anvil.stop()
      directory.remove()
    }
    try {
      rmSync(statePath)
      const head = await anvil.rpc.request<{ hash: Hex }>('eth_getBlockByNumber', ['latest', false])
      if (head.hash !== snapshot.head.hash) throw wrongHead(snapshot.head.hash, head.hash)
    } catch (error) {
      await stop()
      throw error
    }
    return { ...anvil, stop }
  } catch (error) {
    directory.remove()
    throw error
  }
}

const wrongHead = (expected: Hex, found: Hex) =>
  new HarnessError('CACHE_CORRUPT', 'the origin does not start at the head of its snapshot', {
    expected,
    found,
    hint: 'delete the folder .assay/cache and start again',
  })
