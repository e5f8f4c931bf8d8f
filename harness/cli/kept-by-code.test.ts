import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveOnce, openKeptEntries } from './kept-by-code.ts'

let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'assay-derived-'))
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

let asked: string[] = []
beforeEach(() => {
  asked = []
})
const derive = (name: string, folder = stateDir) =>
  deriveOnce(folder, name, async () => {
    asked.push(name)
    return { name, amount: 7n, bytes: new Uint8Array([1, 2]) }
  })

test('default: a fact is derived once, and is the same when it is taken from before', async () => {
  const first = await derive('a')
  expect(await derive('a')).toEqual(first)
  expect((await derive('b')).name).toBe('b')
  expect((await derive('a')).name).toBe('a')
  expect(asked).toEqual(['a', 'b'])
})

test('behavior: half a file is nothing, and where none can be written a fact is derived each time', async () => {
  await derive('a')
  const path = join(stateDir, 'cache/derived')
  writeFileSync(path, readFileSync(path).subarray(0, 30))
  await derive('a')
  const file = join(stateDir, 'file')
  writeFileSync(file, '')
  await derive('b', file)
  await derive('b', file)
  expect(asked).toEqual(['a', 'a', 'b', 'b'])
})

test('behavior: what fails is not kept', async () => {
  const failing = deriveOnce(stateDir, 'a', () => Promise.reject(new Error('no anvil')))
  await expect(failing).rejects.toThrow('no anvil')
  await derive('a')
  expect(asked).toEqual(['a'])
})

/** Entries of a file of its own, as one code sees them. */
const open = (codeHash: string) => openKeptEntries<{ amount: number }>(join(stateDir, 'entries'), codeHash)

test('behavior: other code finds nothing of what this code kept', () => {
  const kept = open('this')
  kept.set('a', { amount: 1 })
  kept.save()
  expect(open('this').get('a')).toEqual({ amount: 1 })
  expect(open('other').get('a')).toBeUndefined()
})

test('behavior: whichever byte of a file is damaged, no entry is another one', () => {
  const path = join(stateDir, 'entries')
  const amounts = { a: 1, b: 2 }
  const kept = open('this')
  for (const [name, amount] of Object.entries(amounts)) kept.set(name, { amount })
  kept.save()
  const sound = readFileSync(path)
  const found = new Set<string>()
  for (const [at, byte] of sound.entries()) {
    const damaged = Buffer.from(sound)
    damaged.writeUInt8(byte ^ (1 << (at % 8)), at)
    writeFileSync(path, damaged)
    const entries = open('this')
    for (const name of Object.keys(amounts)) found.add(`${name}: ${entries.get(name)?.amount}`)
  }
  expect([...found].sort()).toEqual(['a: 1', 'a: undefined', 'b: 2', 'b: undefined'])
})
