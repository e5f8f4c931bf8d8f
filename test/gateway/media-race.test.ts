import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMediaFiles } from '../../bin/gateway/media-files.ts'

/** Told before each look at a path, so that something else can happen in between. */
const before = vi.hoisted(() => ({ open: () => {}, realpath: (_: number) => {} }))

vi.mock(import('node:fs/promises'), async (original) => {
  const fs = await original()
  let looks = 0
  return {
    ...fs,
    open: ((...args: Parameters<typeof fs.open>) => {
      before.open()
      return fs.open(...args)
    }) as typeof fs.open,
    realpath: ((path: string) => {
      looks += 1
      before.realpath(looks)
      return fs.realpath(path)
    }) as never,
  }
})

test('behavior: a folder that is a link while its file is opened, and none before and after, gets nothing out', async () => {
  const base = mkdtempSync(join(tmpdir(), 'assay-media-race-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const at = (name: string) => join(base, name)
  for (const name of ['media/inner', 'secret']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('media/inner/one.png'), 'open')
  writeFileSync(at('secret/one.png'), 'SECRET')
  let isSwapped = false
  before.open = () => {
    renameSync(at('media/inner'), at('media/aside'))
    symlinkSync(at('secret'), at('media/inner'))
    isSwapped = true
  }
  before.realpath = (looks) => {
    if (!isSwapped || looks < 3) return
    unlinkSync(at('media/inner'))
    renameSync(at('media/aside'), at('media/inner'))
    isSwapped = false
  }
  const found = await createMediaFiles([at('media')]).open(at('media/inner/one.png'), 100)
  expect(found).toEqual({ problem: 'is no file below an allowed folder' })
})
