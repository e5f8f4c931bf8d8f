import { startAnvil } from '../../chain/anvil.ts'
import { createForkControl } from '../../chain/fork-control.ts'
import { buildStand, type Stand } from './stand.ts'

/** A stand on a node of its own. */
export interface StartedStand {
  readonly stand: Stand
  readonly pid: number
  stop(): Promise<void>
}

/** The first second of every stand's chain: the same cases then meet the same hours. */
const GENESIS_SECONDS = 1_800_000_000

/** Start a bare node, which forks nothing, and build a stand on it. */
export async function startStand(options: {
  readonly binary: string
  readonly directory: string
  readonly name: string
}): Promise<StartedStand> {
  const anvil = await startAnvil({
    ...options,
    parameters: {
      timestamp: GENESIS_SECONDS,
      chainId: 31_337,
      accounts: 1,
      noMining: true,
      autoImpersonate: true,
      // As forks have it: a fault that is seeded may make code longer than a chain takes.
      codeSizeLimit: 32_768,
    },
  })
  try {
    const control = createForkControl(anvil.rpc, BigInt(GENESIS_SECONDS))
    await control.pinSettings()
    return { stand: await buildStand(control), pid: anvil.pid, stop: anvil.stop }
  } catch (error) {
    await anvil.stop()
    throw error
  }
}
