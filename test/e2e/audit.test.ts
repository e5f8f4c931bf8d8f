import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCheckpointFile } from '../../harness/audit/checkpoint-file.ts'
import { PROJECT_ROOT } from '../../harness/cli/paths.ts'
import { AUDITOR } from '../../harness/world/actors.ts'
import { hashCheckpoint, parseCheckpoints } from '../../tools/safety/audit/checkpoint.ts'
import { createCheckpointer } from '../../tools/safety/audit/checkpointer.ts'
import { openSafetyDatabase } from '../../tools/safety/store/open-database.ts'
import { createSafetyStore } from '../../tools/safety/store/store.ts'

let directory = ''
let path = ''
let checkpoints = ''
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'assay-audit-'))
  path = join(directory, 'agent.sqlite')
  checkpoints = join(directory, 'agent.checkpoints')
  const store = createSafetyStore(openSafetyDatabase(path))
  const checkpointer = createCheckpointer({
    store,
    signer: privateKeyToAccount(AUDITOR.privateKey),
    sink: createCheckpointFile(checkpoints),
    clock: { wallMs: () => 1_000 },
    everyEntries: 4,
    newStoreId: `0x${'1d'.repeat(32)}`,
  })
  for (let entry = 0; entry < 10; entry += 1) {
    store.appendAudit('note', { entry })
    await checkpointer.advance()
  }
  await checkpointer.seal()
  store.close()
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const verify = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(PROJECT_ROOT, 'bin/assay.mjs'), 'audit', 'verify', ...args],
    { cwd: PROJECT_ROOT, encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}
const verifyAll = (...args: string[]) =>
  verify(path, '--checkpoints', checkpoints, '--signer', AUDITOR.address, ...args)
const edit = (sql: string) => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}
const listFiles = () =>
  readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString('hex')])

describe('assay audit verify', () => {
  test('default: an intact log passes, and nothing is written', () => {
    const before = listFiles()
    const { status, stdout, stderr } = verifyAll()
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^intact: \d+ entries, \d+ covered by 4 checkpoints\nnewest checkpoint: 0x/)
    expect(listFiles()).toEqual(before)
  })

  test('behavior: without checkpoints and signer it says what it cannot show', () => {
    expect(verify(path)).toMatchObject({ status: 0, stderr: expect.stringContaining('--checkpoints') })
    expect(verify(path, '--checkpoints', checkpoints)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(`whether ${AUDITOR.address} is the one to trust`),
    })
  })

  test('I50: a log that was cut at its end is a finding', () => {
    edit('DELETE FROM audit WHERE entry > 6')
    expect(verify(path).status).toBe(0)
    const { status, stdout } = verifyAll('--json')
    expect(status).toBe(1)
    const { findings } = JSON.parse(stdout) as {
      findings: { kind: string; expected: string; found: string }[]
    }
    expect(findings).toContainEqual({
      kind: 'log-truncated',
      where: 'checkpoint 2',
      expected: expect.stringMatching(/^\d+ entries$/),
      found: '6',
    })
  })

  test('I50: a damaged row beside the log is a finding that names it', () => {
    const store = createSafetyStore(openSafetyDatabase(path))
    store.writeMeta('drill', 'as it was written')
    store.close()
    const bytes = readFileSync(path)
    bytes.write('as it was WRITTEN', bytes.indexOf('as it was written'))
    writeFileSync(path, bytes)
    expect(verifyAll()).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(
        /^row-damaged meta drill\n {2}expected: what its digest says\n {2}found: {4}something else\n1 finding:/,
      ),
    })
  })

  test('I50: another signer and a checkpoint that is gone are findings', () => {
    const stranger = `0x${'11'.repeat(20)}`
    expect(verify(path, '--checkpoints', checkpoints, '--signer', stranger)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('checkpoint-foreign-signer'),
    })
    const lines = readFileSync(checkpoints, 'utf8')
    const newest = parseCheckpoints(lines).checkpoints.at(-1)
    const newestHash = hashCheckpoint(newest as NonNullable<typeof newest>)
    expect(verifyAll('--newest', newestHash).status).toBe(0)
    writeFileSync(checkpoints, `${lines.trimEnd().split('\n').slice(0, -1).join('\n')}\n`)
    expect(verifyAll('--newest', newestHash)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining(`the newest known checkpoint\n  expected: ${newestHash}`),
    })
  })

  test('behavior: a torn tail is said, damage before it is a finding', () => {
    appendFileSync(checkpoints, '{"storeId":"0x1d')
    expect(verifyAll()).toMatchObject({ status: 0, stderr: expect.stringContaining('cut off') })
    appendFileSync(checkpoints, '\n')
    expect(verifyAll()).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('checkpoints-corrupt line 5'),
    })
  })

  test('error: STORE_UNREADABLE for what is no safety store', () => {
    const text = join(directory, 'notes.txt')
    writeFileSync(text, 'this is no database, and it is long enough to be looked at'.repeat(40))
    for (const file of [text, join(directory, 'nothing.sqlite')]) {
      const { status, stdout, stderr } = verify(file)
      expect([status, stdout]).toEqual([2, ''])
      for (const part of ['STORE_UNREADABLE', file, 'expected:', 'found:', 'do:'])
        expect(stderr).toContain(part)
    }
    edit('PRAGMA application_id = 7')
    expect(verify(path)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('another application (7)'),
    })
  })

  test('error: BAD_USAGE says what was expected', () => {
    expect(verifyAll('--newest', '0x12')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('0x12'),
    })
    expect(verify(path, '--signer', AUDITOR.address)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('add --checkpoints'),
    })
    expect(verify(path, '--checkpoints', checkpoints, '--signer', 'me').status).toBe(2)
    expect(verify().status).toBe(2)
  })
})
