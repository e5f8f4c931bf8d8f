import { describe, expect, test } from 'vitest'
import { openSafetyDatabase } from '../store/open-database.ts'
import { createSafetyStore } from '../store/store.ts'
import { parseCheckpoints } from './checkpoint.ts'
import { readStoreId } from './checkpointer.ts'
import { collect, createLog, createMemorySink, live, open, verify } from './fixtures/log.ts'

describe('createCheckpointer', () => {
  test('I50: checkpoints follow each other and cover the log', async () => {
    const { store, sink } = await createLog()
    const { checkpoints, tornTail, corrupt } = parseCheckpoints(sink.text)
    expect(checkpoints.length).toBeGreaterThan(2)
    expect([tornTail, corrupt]).toEqual([undefined, undefined])
    expect(checkpoints.at(-1)?.entries).toBe(store.auditHead().entries - 1)
    expect(await verify(collect(store, sink))).toEqual([])
  })

  test('I50: sealing twice writes once, and a cadence is kept', async () => {
    const { store, sink, checkpointer } = await createLog()
    const before = sink.text
    await checkpointer.seal()
    store.appendAudit('note', {})
    await checkpointer.advance()
    expect(sink.text).toBe(before)
    await checkpointer.seal()
    expect(sink.text.length).toBeGreaterThan(before.length)
  })

  test('I50: concurrent calls write a chain', async () => {
    const { store, sink, checkpointer } = await createLog()
    const calls = Array.from({ length: 5 }, (_, index) => {
      live(store, 100 + index, 'committed')
      return checkpointer.seal()
    })
    await Promise.all(calls)
    expect(await verify(collect(store, sink))).toEqual([])
  })

  test('I51: a torn tail is reported, and repaired with the next checkpoint', async () => {
    const { store, sink } = await createLog()
    sink.text += sink.text.slice(0, 40)
    expect(parseCheckpoints(sink.text).tornTail).toHaveLength(40)
    expect(await verify(collect(store, sink))).toEqual([])
    live(store, 50, 'committed')
    await open(store, sink).seal()
    expect(parseCheckpoints(sink.text).tornTail).toBeUndefined()
    expect(await verify(collect(store, sink))).toEqual([])
  })

  test('I50: error: CHECKPOINTS_CORRUPT for damage before the end, which stays as it is', async () => {
    const { store, sink } = await createLog()
    sink.text = sink.text.replace('"entries"', '"entr')
    const before = sink.text
    await expect(open(store, sink).seal()).rejects.toMatchObject({
      code: 'CHECKPOINTS_CORRUPT',
      layer: 'audit',
    })
    expect(sink.text).toBe(before)
    expect((await verify(collect(store, sink))).map(({ kind }) => kind)).toContain('checkpoints-corrupt')
  })

  test('I50: error: AUDIT_TAMPERED when the log was written anew between two starts', async () => {
    const { store, sink } = await createLog()
    const other = createSafetyStore(openSafetyDatabase(':memory:'))
    other.writeMeta('store-id', readStoreId(store) as string)
    for (let entry = 0; entry < store.auditHead().entries; entry += 1) other.appendAudit('note', { entry })
    await expect(open(other, sink).advance()).rejects.toMatchObject({
      code: 'AUDIT_TAMPERED',
      layer: 'audit',
    })
  })

  test('I50: error: AUDIT_TAMPERED when the log is altered under a running agent; no checkpoint covers it', async () => {
    const database = openSafetyDatabase(':memory:')
    const store = createSafetyStore(database)
    const sink = createMemorySink()
    const checkpointer = open(store, sink)
    live(store, 1, 'committed')
    await checkpointer.seal()
    live(store, 2, 'committed')
    const before = sink.text
    database.exec("UPDATE audit SET body = '{}' WHERE entry = (SELECT max(entry) FROM audit)")
    await expect(checkpointer.seal()).rejects.toMatchObject({ code: 'AUDIT_TAMPERED' })
    expect(sink.text).toBe(before)
  })

  test('I34 I50: a clock of a permit that the log does not know tells no order, and checkpoints go on', async () => {
    const database = openSafetyDatabase(':memory:')
    const store = createSafetyStore(database)
    for (const id of [1, 2]) live(store, id, 'pending')
    database.exec('UPDATE permits SET issued_wall_ms = 9, issued_chain_seconds = 9 WHERE issued_wall_ms = 1')
    expect(store.listAlterations()).toHaveLength(1)
    const sink = createMemorySink()
    await expect(open(store, sink).seal()).resolves.toBeUndefined()
    expect(sink.text).not.toBe('')
  })

  test('I49: error: CHECKPOINT_FAILED while the place outside cannot take it, and no longer', async () => {
    const { store, sink, checkpointer } = await createLog()
    live(store, 60, 'committed')
    sink.failure = new Error('ENOSPC')
    await expect(checkpointer.seal()).rejects.toMatchObject({ code: 'CHECKPOINT_FAILED', layer: 'audit' })
    sink.failure = undefined
    await checkpointer.seal()
    expect(await verify(collect(store, sink))).toEqual([])
  })

  test.each([
    'the process that wrote it',
    'another one',
  ])('I51: a checkpoint that nobody could note hides no entry after it from %s', async (by) => {
    const { store, sink } = await createLog()
    live(store, 70, 'committed')
    let isFull = true
    const checkpointer = open(
      {
        ...store,
        appendAudit(kind, body) {
          if (isFull && kind === 'checkpoint') throw new Error('ENOSPC')
          return store.appendAudit(kind, body)
        },
      },
      sink,
    )
    await expect(checkpointer.seal()).rejects.toMatchObject({ code: 'CHECKPOINT_FAILED' })
    isFull = false
    store.appendAudit('note', {})
    const { entries } = store.auditHead()
    await (by === 'another one' ? open(store, sink) : checkpointer).seal()
    expect(parseCheckpoints(sink.text).checkpoints.at(-1)?.entries).toBe(entries)
    expect(await verify(collect(store, sink))).toEqual([])
  })
})
