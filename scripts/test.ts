import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { findBinary } from '../harness/chain/binaries.ts'
import { findAnvil } from '../harness/cli/find-anvil.ts'
import { openEmbedded } from '../harness/cli/upstream.ts'
import { listLeftOut } from '../test/slow.ts'

// Runs the tests of both languages beside each other: forge takes the cores that vitest leaves while nodes and
// processes are waited for. What forge says is printed after what vitest says. Slow tests are left out, but for what is
// named of them; `--all` runs them too, `--full` the long ones besides. Other arguments are vitest's.

const root = join(import.meta.dirname, '..')
const given = process.argv.slice(2)
const others = given.filter((argument) => argument !== '--all' && argument !== '--full')
const [isAll, isFull] = [given.includes('--all'), given.includes('--full')]
const chosen = isFull
  ? ['--config', 'vitest.full.config.ts']
  : isAll
    ? []
    : listLeftOut(others, root).flatMap((place) => ['--exclude', place.replace(/\/$/, '/**')])

const start = (program: string, args: readonly string[], stdio: 'inherit' | 'pipe') =>
  spawn(program, args, { cwd: root, stdio: ['ignore', stdio, stdio] })

const forge = start(
  findBinary('forge', { searchPath: process.env.PATH ?? '' }),
  ['test', '--match-path', '**/*.t.sol'],
  'pipe',
)
if (forge.pid !== undefined) setPriority(forge.pid, constants.priority.PRIORITY_BELOW_NORMAL)
const said = Promise.all([forge.stdout, forge.stderr].map((stream) => (stream ? buffer(stream) : '')))
const forgeEnds = once(forge, 'close') as Promise<[code: number | null]>

// Before anything asks for it: tests that start side by side would each compile the world, which takes a minute. What
// keeps it from being built the tests say.
const onProgress = (message: string) => console.error(message)
await openEmbedded({ anvilBinary: findAnvil(), onProgress }).catch(() => undefined)

const vitest = start(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...chosen, ...others],
  'inherit',
)
const [vitestCode] = (await once(vitest, 'close')) as [code: number | null]
const [[forgeCode], [stdout, stderr]] = await Promise.all([forgeEnds, said])
process.stdout.write(stdout ?? '')
process.stderr.write(stderr ?? '')
process.exitCode = vitestCode === 0 && forgeCode === 0 ? 0 : 1
