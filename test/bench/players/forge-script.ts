import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startAnvil } from '../../../harness/chain/anvil.ts'
import { findBinary } from '../../../harness/chain/binaries.ts'
import { installCleanup } from '../../../harness/chain/install-cleanup.ts'
import { createRunDirectory } from '../../../harness/chain/process-ledger.ts'
import { PROJECT_ROOT, STATE_DIR } from '../../../harness/cli/paths.ts'
import { BENCH_CONTRACTS } from '../forge/bench-contracts.ts'
import { servePlays } from '../play/serve-plays.ts'
import type { PlainSwaps } from '../swaps/plain-swaps.ts'

/** What the swaps are played with. */
export interface ForgeScriptOptions extends PlainSwaps {
  readonly anvilBinary: string
}

/** A run of forge's script a scenario, on a fork that goes back to a snapshot between them. */
servePlays(async ({ anvilBinary, ...swaps }: ForgeScriptOptions) => {
  const forge = findBinary('forge')
  installCleanup(STATE_DIR)
  const { path: directory, remove } = createRunDirectory(STATE_DIR)
  const anvil = await startAnvil({
    binary: anvilBinary,
    directory,
    name: 'forge-script',
    parameters: { forkUrl: swaps.upstreamUrl, forkBlockNumber: swaps.blockNumber },
  })
  let snapshot = await anvil.rpc.request('evm_snapshot')
  const env = {
    ...process.env,
    ...BENCH_CONTRACTS,
    FOUNDRY_BROADCAST: join(directory, 'broadcast'),
    NO_COLOR: '1',
    SWAPS_ROUTER: swaps.router,
    SWAPS_KEY: swaps.privateKey,
    SWAPS_IN: swaps.swaps.map(({ tokenIn }) => tokenIn).join(','),
    SWAPS_OUT: swaps.swaps.map(({ tokenOut }) => tokenOut).join(','),
    SWAPS_AMOUNTS: swaps.swaps.map(({ amountInBaseUnits }) => amountInBaseUnits).join(','),
    SWAPS_FEES: swaps.swaps.map(({ feeUnits }) => feeUnits).join(','),
  }
  const args = ['script', 'FiveSwaps', '--rpc-url', anvil.url, '--broadcast', '--slow']
  const runScript = async () => {
    const child = spawn(forge, args, { cwd: PROJECT_ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += data))
    const code = await new Promise((resolve) => child.once('close', resolve))
    if (code !== 0) throw new Error(`forge script ended with ${code}: ${said.slice(-2_000)}`)
  }
  return {
    async play(count) {
      for (let index = 0; index < count; index += 1) {
        await runScript()
        await anvil.rpc.request('evm_revert', [snapshot])
        snapshot = await anvil.rpc.request('evm_snapshot')
      }
    },
    async stop() {
      await anvil.stop()
      remove()
    },
  }
})
