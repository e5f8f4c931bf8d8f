import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UnavailableError } from '../measure/unavailable.ts'

/** The package of what the bench compares with: apart, so that no installation of the project carries it. */
export const PEERS_DIR = join(import.meta.dirname, '../peers')

const STAMP = join(PEERS_DIR, 'node_modules', '.bench-stamp')

/**
 * Install the peers by their lockfile, unless they are there already.
 *
 * @throws UnavailableError when npm cannot
 */
export function installPeers(): void {
  const lock = createHash('sha256')
    .update(readFileSync(join(PEERS_DIR, 'package-lock.json')))
    .digest('hex')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === lock) return
  console.error('installing what the bench compares with (once)…')
  const { status, stderr, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: PEERS_DIR,
    encoding: 'utf8',
  })
  if (status !== 0) {
    const why = error?.message ?? stderr.trim().split('\n').slice(0, 3).join('; ')
    throw new UnavailableError(`\`npm ci\` in test/bench/peers failed: ${why}`)
  }
  writeFileSync(STAMP, lock)
}
