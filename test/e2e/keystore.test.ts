import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { openKeystoreSigner } from '../../tools/safety/custody/signers/keystore-signer.ts'

const PASSWORD = 'correct horse battery'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-keystore-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const keystoreNew = (path: string, input: string) =>
  spawnSync(process.execPath, [join(PROJECT_ROOT, 'bin/assay.mjs'), 'keystore', 'new', path], {
    cwd: PROJECT_ROOT,
    input,
    encoding: 'utf8',
  })

test('default: assay keystore new writes a file that the signer opens, for its owner alone', async () => {
  const path = join(directory, 'operator.json')
  const { status, stdout, stderr } = keystoreNew(path, `${PASSWORD}\n`)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^0x[0-9a-fA-F]{40}\n$/)
  expect(stderr).not.toContain(PASSWORD)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const signer = await openKeystoreSigner({
    json: readFileSync(path, 'utf8'),
    password: async () => PASSWORD,
  })
  expect(signer.address).toBe(stdout.trim())
  signer.close()
})

test('error: a file that exists is left as it is', () => {
  const path = join(directory, 'taken.json')
  writeFileSync(path, 'something precious')
  const { status, stderr } = keystoreNew(path, `${PASSWORD}\n`)
  expect(status).toBe(2)
  expect(stderr).toContain('may hold a key')
  expect(readFileSync(path, 'utf8')).toBe('something precious')
})

test.each(['short\n', ''])('error: the password %j is refused and nothing is written', (input) => {
  const path = join(directory, 'weak.json')
  const { status, stderr } = keystoreNew(path, input)
  expect(status).toBe(2)
  expect(stderr).toContain('too short')
  expect(() => statSync(path)).toThrow()
})

test('behavior: Ctrl-C ends it while it waits for the password', async () => {
  const path = join(directory, 'waiting.json')
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'bin/assay.mjs'), 'keystore', 'new', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  // Node itself handles SIGINT, the command line SIGQUIT as well.
  const caught = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    return BigInt(`0x${/^SigCgt:\s*(\w+)$/m.exec(status)?.[1]}`)
  }
  await expect.poll(() => (caught() >> 2n) & 1n).toBe(1n)
  child.kill('SIGINT')
  await expect.poll(() => child.exitCode).toBe(130)
  expect(() => statSync(path)).toThrow()
})
