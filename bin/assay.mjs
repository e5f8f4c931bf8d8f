#!/usr/bin/env node
// Entry of the command line. The sources are TypeScript, which Node runs as they are from 22.18 on; an older Node
// hands over to the one that comes with the lockfile.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Whether a Node runs the sources as they are. */
function isLateEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

/** End with what was expected, what was found and what to do. */
function fail(...lines) {
  console.error(lines.join('\n'))
  process.exit(2)
}

/** Run this file again with another Node; signals and the exit code pass through. */
async function handOver(node) {
  const { spawn } = await import('node:child_process')
  const { constants } = await import('node:os')
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    // The channel carries nothing: its end tells the child that this process is gone, however it ended.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // In a session of its own, or Ctrl-C would reach it twice, and the second one stops at once.
    detached: true,
  })
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('error', (error) => fail(`error: ${node} does not start`, `  found:    ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/** Where packages are: of what is installed as a package, beside it. */
const places = module.createRequire(import.meta.url).resolve.paths('viem') ?? []

if (!places.some((folder) => existsSync(join(folder, 'viem')))) {
  fail('error: nothing is installed yet', '  do:       run `node scripts/setup.mjs`, or `npm ci`')
}
if (isLateEnough(process.versions.node)) {
  // Threads go by the variables, for which this one has started too early. A copy of the checkout can use its cache.
  process.env.NODE_COMPILE_CACHE = join(root, '.assay', 'compile-cache')
  process.env.NODE_COMPILE_CACHE_PORTABLE = '1'
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  await import('./use-sources.mjs')
  const { main } = await import('../harness/cli/main.ts')
  process.exit(await main(process.argv.slice(2)))
} else {
  const { spawnSync } = await import('node:child_process')
  // Where this is installed as a package, others may have brought a Node that is too old as well.
  const own = places
    .map((folder) => join(folder, '.bin', 'node'))
    .find((node) => isLateEnough(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.slice(1) ?? ''))
  if (own === undefined) {
    fail(
      'error: this Node is too old',
      '  expected: Node 22.19 or later',
      `  found:    ${process.versions.node}, and none that is later in node_modules`,
      '  do:       install Node 24',
    )
  }
  await handOver(own)
}
