import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PROJECT_ROOT, STATE_DIR } from '../../harness/cli/paths.ts'
import { isRunning } from '../chain/start-owner.ts'
import { runCommand } from './command.ts'

/** A Node on PATH that is too old for the sources, so that the launcher hands over. */
const OLDER = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .filter((path) => existsSync(path) && !path.startsWith(PROJECT_ROOT))
  .find((path) => {
    const [major = 0, minor = 0] = execFileSync(path, ['--version'], { encoding: 'utf8' })
      .slice(1)
      .split('.')
      .map(Number)
    return major >= 18 && (major < 22 || (major === 22 && minor < 19))
  })

const listChildren = (parent: number) =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)

test.skipIf(OLDER === undefined)('kill -9 of the launcher of an older Node ends the run', async () => {
  let children: number[] = []
  await runCommand(['run', 'scenarios/scripted/permit-ttl', '--workers', '1'], {
    ...(OLDER === undefined ? {} : { node: OLDER }),
    during(child, stderr) {
      if (children.length > 0 || !/^ *\d+\/\d+ /m.test(stderr)) return
      children = listChildren(child.pid ?? 0)
      child.kill('SIGKILL')
    },
  })
  // A process that ends closes its end of the pipe before it is gone.
  expect(children).toHaveLength(1)
  await vi.waitUntil(() => !children.some(isRunning), { timeout: 20_000 })
  expect(readdirSync(STATE_DIR).filter((name) => name.startsWith(`run-${children[0]}-`))).toEqual([])
})

test.skipIf(OLDER === undefined)('a package whose neighbours brought an older Node as well says so', () => {
  const packages = join(mkdtempSync(join(tmpdir(), 'assay-launcher-')), 'node_modules')
  onTestFinished(() => rmSync(join(packages, '..'), { recursive: true }))
  for (const folder of ['.bin', 'viem', 'assay']) mkdirSync(join(packages, folder), { recursive: true })
  cpSync(join(PROJECT_ROOT, 'bin'), join(packages, 'assay/bin'), { recursive: true })
  symlinkSync(`${OLDER}`, join(packages, '.bin/node'))
  const launcher = join(packages, 'assay/bin/assay.mjs')
  const { status, stderr } = spawnSync(`${OLDER}`, [launcher, '--version'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('none that is later in node_modules')])
})
