import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { findBinary } from '../harness/chain/binaries.ts'
import { findAnvil } from '../harness/cli/find-anvil.ts'
import { openEmbedded } from '../harness/cli/upstream.ts'
import { SLOW } from '../test/slow.ts'

// Runs the tests of both languages beside each other: forge takes the cores that vitest leaves while nodes and
// processes are waited for. What forge says is printed after what vitest says. Slow tests are left out, but for what is
// named of them; `--slow` runs them alone, `--full` runs every test, with the long ones. Other arguments are vitest's.

const root = join(import.meta.dirname, '..')
const given = process.argv.slice(2)
const others = given.filter((argument) => argument !== '--slow' && argument !== '--full')
const [isSlow, isFull] = [given.includes('--slow'), given.includes('--full')]
const named = others.filter((argument) => argument.includes('/'))
const isNamed = (place: string) => named.some((path) => path.startsWith(place) || place.startsWith(path))
const chosen = isFull
  ? ['--config', 'vitest.full.config.ts']
  : isSlow
    ? ['--typecheck.enabled=false', ...SLOW]
    : SLOW.filter((place) => !isNamed(place)).flatMap((place) => ['--exclude', place.replace(/\/$/, '/**')])

const start = (program: string, args: readonly string[], stdio: 'inherit' | 'pipe') =>
  spawn(program, args, { cwd: root, stdio: ['ignore', stdio, stdio] })

/** Run Forge to its end. */
async function runForge() {
  const forge = start(
    findBinary('forge', { searchPath: process.env.PATH ?? '' }),
    ['test', '--match-path', '**/*.t.sol'],
    'pipe',
  )
  if (forge.pid !== undefined) setPriority(forge.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const said = [forge.stdout, forge.stderr].map((stream) => (stream ? buffer(stream) : ''))
  const [[code], [stdout = '', stderr = '']] = await Promise.all([once(forge, 'close'), Promise.all(said)])
  return { code: code as number | null, stdout, stderr }
}
const solidity = isSlow ? undefined : runForge()

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
const { code: forgeCode, stdout, stderr } = (await solidity) ?? { code: 0, stdout: '', stderr: '' }
process.stdout.write(stdout)
process.stderr.write(stderr)
process.exitCode = vitestCode === 0 && forgeCode === 0 ? 0 : 1
