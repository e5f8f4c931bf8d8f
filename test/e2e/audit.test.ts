import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCheckpointFile } from '../../harness/audit/checkpoint-file.ts'
import { AUDITOR } from '../../harness/world/actors.ts'
import { hashCheckpoint, parseCheckpoints } from '../../tools/safety/audit/checkpoint.ts'
import { createCheckpointer } from '../../tools/safety/audit/checkpointer.ts'
import { live } from '../../tools/safety/audit/fixtures/log.ts'
import { openSafetyDatabase } from '../../tools/safety/store/open-database.ts'
import { registerDigests } from '../../tools/safety/store/row-digest.ts'
import { createSafetyStore } from '../../tools/safety/store/store.ts'
import { runCommand } from './command.ts'
import { runHere } from './run-here.ts'

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

const verify = (...args: string[]) => runHere(['audit', 'verify', ...args])
const everything = () => [path, '--checkpoints', checkpoints, '--signer', AUDITOR.address]
const verifyAll = (...args: string[]) => verify(...everything(), ...args)
const edit = (sql: string) => {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}
const listFiles = () =>
  readdirSync(directory).map((name) => [name, readFileSync(join(directory, name)).toString('hex')])

describe('assay audit verify', () => {
  test('default: an intact log passes, and nothing is written', async () => {
    const before = listFiles()
    const { code, stdout, stderr } = await runCommand(['audit', 'verify', ...everything()])
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^intact: \d+ entries, \d+ covered by 4 checkpoints\nnewest checkpoint: 0x/)
    expect(listFiles()).toEqual(before)
  })

  test('behavior: without checkpoints and signer it says what it cannot show', async () => {
    expect(await verify(path)).toMatchObject({ code: 0, stderr: expect.stringContaining('--checkpoints') })
    expect(await verify(path, '--checkpoints', checkpoints)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`whether ${AUDITOR.address} is the one to trust`),
    })
  })

  test('behavior: a file without checkpoints shows no more than none, and that is said', async () => {
    edit('DELETE FROM audit WHERE entry > 2')
    writeFileSync(checkpoints, '')
    const { code, stdout, stderr } = await verifyAll()
    expect([code, stdout]).toEqual([0, 'intact: 2 entries, 0 covered by 0 checkpoints\n'])
    expect(stderr).toContain('not shown without a checkpoint in the file: whether the end is missing')
  })

  test('I50: a log that was cut at its end is a finding', async () => {
    edit('DELETE FROM audit WHERE entry > 6')
    expect((await verify(path)).code).toBe(0)
    const { code, stdout } = await verifyAll('--json')
    expect(code).toBe(1)
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

  test('I50: a damaged row beside the log is a finding that names it', async () => {
    const store = createSafetyStore(openSafetyDatabase(path))
    store.writeMeta('drill', 'as it was written')
    store.close()
    const bytes = readFileSync(path)
    bytes.write('as it was WRITTEN', bytes.indexOf('as it was written'))
    writeFileSync(path, bytes)
    expect(await verifyAll()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^row-damaged meta drill\n {2}expected: what its digest says\n {2}found: {4}something else\n1 finding:/,
      ),
    })
  })

  test('I50: a row that is not what the log says of it is named, and no entry is said to stand elsewhere', async () => {
    const store = createSafetyStore(openSafetyDatabase(path))
    for (const id of [1, 2]) live(store, id, 'pending')
    store.close()
    const database = new DatabaseSync(path)
    registerDigests(database, path)
    database.exec('UPDATE permits SET issued_wall_ms = 9, issued_chain_seconds = 9 WHERE issued_wall_ms = 1')
    database.close()
    expect(await verify(path)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fact-differs permits 0x0+1\n.*\n.*\n1 finding: /),
    })
  })

  test('I50: what nobody can read of the log, and spend that the ledger does not hold, are findings as any other', async () => {
    const store = createSafetyStore(openSafetyDatabase(path))
    store.writeMeta('drill', 'a fact')
    store.appendAudit('released', { permitId: `0x${'01'.repeat(32)}`, loweredToUsdc: '5' })
    store.close()
    expect(await verify(path)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^ledger-differs permit 0x01/),
    })
    edit("UPDATE audit SET body = 'x' WHERE kind IN ('facts', 'released')")
    const { code, stdout } = await verify(path, '--json')
    expect(code).toBe(1)
    const { findings } = JSON.parse(stdout) as { findings: { kind: string; expected: string }[] }
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'entry-changed' }))
    for (const expected of ['a facts entry', 'a released entry']) {
      expect(findings).toContainEqual(expect.objectContaining({ kind: 'entry-unreadable', expected }))
    }
  })

  test('I50: a log of which nothing is left is a finding, too', async () => {
    edit('DELETE FROM audit')
    expect(await verifyAll()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^fact-differs meta store-id\n(.*\n)*log-truncated checkpoint 1/m),
    })
  })

  test('I50: another signer and a checkpoint that is gone are findings', async () => {
    const stranger = `0x${'11'.repeat(20)}`
    expect(await verify(path, '--checkpoints', checkpoints, '--signer', stranger)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('checkpoint-foreign-signer'),
    })
    const lines = readFileSync(checkpoints, 'utf8')
    const newest = parseCheckpoints(lines).checkpoints.at(-1)
    const newestHash = hashCheckpoint(newest as NonNullable<typeof newest>)
    expect((await verifyAll('--newest', newestHash)).code).toBe(0)
    writeFileSync(checkpoints, `${lines.trimEnd().split('\n').slice(0, -1).join('\n')}\n`)
    expect(await verifyAll('--newest', newestHash)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`the newest known checkpoint\n  expected: ${newestHash}`),
    })
  })

  test('behavior: a torn tail is said, damage before it is a finding', async () => {
    appendFileSync(checkpoints, '{"storeId":"0x1d')
    expect(await verifyAll()).toMatchObject({ code: 0, stderr: expect.stringContaining('cut off') })
    appendFileSync(checkpoints, '\n')
    expect(await verifyAll()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('checkpoints-corrupt line 5'),
    })
  })

  test('error: STORE_UNREADABLE for what is no safety store', async () => {
    const text = join(directory, 'notes.txt')
    writeFileSync(text, 'this is no database, and it is long enough to be looked at'.repeat(40))
    for (const file of [text, join(directory, 'nothing.sqlite')]) {
      const { code, stdout, stderr } = await verify(file)
      expect([code, stdout]).toEqual([2, ''])
      for (const part of ['STORE_UNREADABLE', file, 'expected:', 'found:', 'do:'])
        expect(stderr).toContain(part)
    }
    edit('PRAGMA application_id = 7')
    expect(await verify(path)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('another application (7)'),
    })
  })

  test('error: BAD_USAGE says what was expected', async () => {
    expect(await verifyAll('--newest', '0x12')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('0x12'),
    })
    expect(await verify(path, '--signer', AUDITOR.address)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('add --checkpoints'),
    })
    expect((await verify(path, '--checkpoints', checkpoints, '--signer', 'me')).code).toBe(2)
    expect((await verify()).code).toBe(2)
  })
})
