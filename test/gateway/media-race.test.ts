import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createMediaFiles } from '../../bin/gateway/media-files.ts'

test('behavior: a folder that is a link while its file is opened, and none before and after, gets nothing out', async () => {
  const base = mkdtempSync(join(tmpdir(), 'assay-media-race-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const at = (name: string) => join(base, name)
  for (const name of ['media/inner', 'secret']) mkdirSync(at(name), { recursive: true })
  writeFileSync(at('media/inner/one.png'), 'open')
  writeFileSync(at('secret/one.png'), 'SECRET')
  const openWhileSwapped: typeof open = async (...args) => {
    renameSync(at('media/inner'), at('media/aside'))
    symlinkSync(at('secret'), at('media/inner'))
    try {
      return await open(...args)
    } finally {
      unlinkSync(at('media/inner'))
      renameSync(at('media/aside'), at('media/inner'))
    }
  }
  const path = at('media/inner/one.png')
  expect(await createMediaFiles([at('media')]).open(path, 100)).toMatchObject({ name: 'one.png' })
  expect(await createMediaFiles([at('media')], openWhileSwapped).open(path, 100)).toEqual({
    problem: 'is no file below an allowed folder',
  })
})
