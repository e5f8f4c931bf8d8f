// Makes a checkout ready to run: installs what the lockfile names, once. Runs on any Node from 18 on and needs no
// dependency, since there may be none yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.assay-stamp')
const lock = join(root, '.assay', 'setup.lock')

const wanted = () => {
  const hash = createHash('sha256')
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}
const isReady = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Take the lock, or wait until whoever holds it is done; a holder that died loses it. */
async function takeLock() {
  mkdirSync(join(root, '.assay'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      const holder = Number(existsSync(lock) ? readFileSync(lock, 'utf8') : 0)
      const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      if (holder ? !isAlive(holder) : age > 2_000) rmSync(lock, { force: true })
      else await delay(200)
    }
  }
}

if (!isReady()) {
  await takeLock()
  try {
    if (!isReady()) {
      console.error('installing what the lockfile names (once)…')
      const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
      const result = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: root,
        stdio: ['ignore', 2, 2],
      })
      if (result.status !== 0) {
        console.error(
          [
            'error: the installation failed',
            `  where:    ${root}`,
            '  expected: npm ci to succeed',
            `  found:    ${result.error?.message ?? `exit code ${result.status}`}`,
            '  do:       see npm above; check the network and the registry, then run the command again',
          ].join('\n'),
        )
        process.exitCode = 2
      } else writeFileSync(stamp, wanted())
    }
  } finally {
    rmSync(lock, { force: true })
  }
}
