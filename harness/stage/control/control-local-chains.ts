import { ToolError } from '../../../tools/core/errors.ts'
import type { ControlHandlers } from '../../../tools/devtools/chain-control.ts'
import type { LocalChain } from '../../chain/local-chain.ts'
import type { Companion, Companions } from '../companions.ts'
import type { Ground } from '../ground.ts'

/** Most local chains of a session at once: each is a process. */
const MOST_CHAINS = 2

/** Chains that a session started, by the names that it has for them. */
interface LocalChains extends Companion {
  readonly running: Map<string, LocalChain>
  nextName(): string
}

function createLocalChains(): LocalChains {
  const running = new Map<string, LocalChain>()
  let started = 0
  return {
    running,
    nextName() {
      started += 1
      return String(started)
    },
    async close() {
      for (const chain of running.values()) await chain.stop()
    },
  }
}

/** Carry out what the test net's tools start and stop beside the fork. */
export const controlLocalChains = (
  { chain: { startLocal } }: Ground,
  companions: Companions,
): Pick<ControlHandlers, 'start' | 'stop'> => {
  const open = () => companions.open('local chains', createLocalChains)
  return {
    async start({ world }) {
      if (startLocal === undefined) throw new ToolError('CONTROL_NOT_AVAILABLE', { operation: 'start' })
      const { running, nextName } = open()
      if (running.size >= MOST_CHAINS) {
        const problem = `would be one more than the ${MOST_CHAINS} chains that may run at once`
        throw new ToolError('INVALID_PARAMS', { path: '/world', problem })
      }
      const chain = nextName()
      const started = await startLocal(world)
      running.set(chain, started)
      const { url, chainId, blockNumber } = started
      return { chain, world, url, chainId, blockNumber: blockNumber.toString() }
    },
    async stop({ chain }) {
      const { running } = open()
      const found = running.get(chain)
      if (found === undefined) {
        const reason = 'it was stopped or never started'
        throw new ToolError('NOT_FOUND', { subject: `local chain ${chain}`, reason })
      }
      running.delete(chain)
      return { chain, left: [...(await found.stop())] }
    },
  }
}
