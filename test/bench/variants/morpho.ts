import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PlainSwaps } from '../swaps/plain-swaps.ts'
import { PEERS_DIR } from './install-peers.ts'
import type { Variant } from './variant.ts'

/** Run `@morpho-org/test`'s fixture under vitest; its start-up and that of its workers do not count. */
export function playMorpho(
  swaps: PlainSwaps,
  anvilBinary: string,
  { workers, countEach }: { readonly workers: number; readonly countEach: number },
): Variant {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bench-morpho-'))
  let rounds = 0
  const runVitest = (times: string) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(
        process.execPath,
        ['node_modules/vitest/vitest.mjs', 'run', '--config', 'morpho.config.mjs'],
        {
          cwd: PEERS_DIR,
          env: {
            ...process.env,
            // The fixture starts the anvil on PATH; the binary itself starts sooner than npm's wrapper of it.
            PATH: `${dirname(anvilBinary)}:${process.env.PATH}`,
            BENCH_SWAPS: JSON.stringify(swaps),
            BENCH_COUNT: String(countEach),
            BENCH_WORKERS: String(workers),
            BENCH_TIMES: times,
          },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      let said = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (data) => {
          said += data
        })
      }
      child.once('error', reject)
      child.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(`vitest ended with ${code}: ${said.slice(-2_000)}`)),
      )
    })
  return {
    async measure() {
      rounds += 1
      const times = join(directory, `times-${rounds}`)
      await runVitest(times)
      const spans = readFileSync(times, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ').map(Number))
      const began = Math.min(...spans.map(([start = 0]) => start))
      const ended = Math.max(...spans.map(([, end = 0]) => end))
      return (1_000 * spans.length) / (ended - began)
    },
    async stop() {
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
