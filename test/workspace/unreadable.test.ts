import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readText } from '../../tools/workspace/content-block.ts'
import { createFindTool } from '../../tools/workspace/tools/find.ts'
import { createGrepTool } from '../../tools/workspace/tools/grep.ts'
import { OPENERS, type Subject } from './backends.ts'
import { CLOCK } from './clock.ts'
import { hasSshd, SSHD_HINT } from './sshd.ts'
import { dropPrivileges } from './unprivileged.ts'

const withoutRipgrep = async (): Promise<Subject> => {
  const subject = await OPENERS.local()
  const { search, ...backend } = subject.backend
  return { ...subject, backend }
}

const SUBJECTS: Readonly<Record<string, () => Promise<Subject>>> = {
  memory: OPENERS.memory,
  local: OPENERS.local,
  'local without ripgrep': withoutRipgrep,
  ssh: OPENERS.ssh,
  http: OPENERS.http,
  sftp: OPENERS.sftp,
}

describe.each(Object.keys(SUBJECTS))('what permissions close on %s', (name) => {
  const isSkipped = name === 'sftp' && !hasSshd
  const it = test.skipIf(isSkipped)
  let subject: Subject
  const write = (path: string, text = 'two') => subject.backend.file.writeFile(path, Buffer.from(text))
  beforeEach(async () => {
    if (isSkipped) return
    subject = await (SUBJECTS[name] as () => Promise<Subject>)()
    const restore = dropPrivileges()
    onTestFinished(async () => {
      restore()
      await subject.close()
    })
    for (const path of ['a.txt', 'b/c.txt', 'closed/d.txt', 'listed/e.txt', 'secret.txt']) await write(path)
    subject.setMode(['secret.txt'], 0)
    subject.setMode(['closed'], 0)
    subject.setMode(['listed'], 0o400)
  })
  const run = async (tool: typeof createGrepTool, args: object) => {
    const { content, exitCode } = await tool({ backend: subject.backend, clock: CLOCK }).execute(args)
    expect(exitCode).toBe(0)
    return readText({ content })
  }
  const refuse = async (body: Promise<unknown>, path: string) =>
    expect(body).rejects.toMatchObject({ code: 'PATH_FORBIDDEN', args: { path: JSON.stringify(path) } })

  it(`behavior: a search goes on without it, and says so${isSkipped ? ` (${SSHD_HINT})` : ''}`, async () => {
    if (name !== 'memory') {
      // Else nothing would be shown here.
      expect(() => readFileSync(join(subject.root, 'secret.txt'))).toThrow('EACCES')
      expect(() => readdirSync(join(subject.root, 'closed'))).toThrow('EACCES')
    }
    expect(await run(createGrepTool, { pattern: 'two' })).toBe(
      'a.txt:1:two\nb/c.txt:1:two\n[not readable, 3 files and folders: closed, listed, secret.txt]',
    )
    expect(await run(createGrepTool, { pattern: 'three', glob: 'a*' })).toBe(
      'no match\n[not readable, 2 files and folders: closed, listed]',
    )
    expect(await run(createFindTool, { pattern: '*.txt' })).toBe(
      'a.txt\nb/c.txt\nsecret.txt\n[not readable, 2 files and folders: closed, listed]',
    )
    expect(await run(createGrepTool, { pattern: 'two', path: 'b' })).toBe('c.txt:1:two')
  })

  it('behavior: a folder that may be listed and not entered is none that was searched', async () => {
    await write('only/listed/a.md')
    await write('only/b.txt')
    subject.setMode(['only', 'listed'], 0o400)
    expect(await run(createFindTool, { pattern: '*.txt', path: 'only' })).toBe(
      'b.txt\n[not readable, 1 file or folder: listed]',
    )
    subject.setMode(['only', 'listed'], 0o100)
    expect(await run(createFindTool, { pattern: '*.txt', path: 'only' })).toBe(
      'b.txt\n[not readable, 1 file or folder: listed]',
    )
    subject.setMode(['only', 'listed'], 0o500)
    expect(await run(createFindTool, { pattern: '*.txt', path: 'only' })).toBe('b.txt')
  })

  it('behavior: it is named as well where it holds nothing that is searched', async () => {
    for (const folder of ['none/empty', 'none/history/.git', 'none/linked', 'none/open/inner']) {
      await subject.backend.file.mkdirAll(folder)
    }
    await write('none/open/.git/a.txt')
    subject.link(['none', 'linked', 'a'], '../../a.txt')
    for (const names of [['empty'], ['history'], ['linked'], ['open', 'inner']]) {
      subject.setMode(['none', ...names], 0o400)
    }
    const said = '[not readable, 4 files and folders: empty, history, linked, open/inner]'
    for (const path of ['none', './none']) {
      expect(await run(createFindTool, { pattern: '*', path })).toBe(`no file\n${said}`)
      expect(await run(createGrepTool, { pattern: 'two', path })).toBe(`no match\n${said}`)
    }
    subject.setMode(['none', 'open', '.git'], 0)
    for (const names of [['empty'], ['history'], ['linked'], ['open', 'inner']]) {
      subject.setMode(['none', ...names], 0o500)
    }
    expect(await run(createFindTool, { pattern: '*', path: 'none' })).toBe('no file')
    expect(await run(createGrepTool, { pattern: 'two', path: 'none' })).toBe('no match')
  })

  it('error: PATH_NOT_EMPTY for a folder whose list leaves out what may not be looked at', async () => {
    for (const mode of [0o400, 0o600]) {
      subject.setMode(['listed'], mode)
      await expect(subject.backend.file.remove('listed')).rejects.toMatchObject({ code: 'PATH_NOT_EMPTY' })
    }
  })

  it('behavior: of many the first are named', async () => {
    for (const each of [3, 1, 2]) {
      await write(`few/${each}`)
      subject.setMode(['few', `${each}`], 0)
    }
    const notes = [await run(createGrepTool, { pattern: 'two', path: 'few' })]
    for (const each of [7, 6, 5, 4]) {
      await write(`few/${each}`)
      subject.setMode(['few', `${each}`], 0o200)
    }
    notes.push(await run(createGrepTool, { pattern: 'two', path: 'few' }))
    expect(notes).toEqual([
      'no match\n[not readable, 3 files and folders: 1, 2, 3]',
      'no match\n[not readable, 7 files and folders: 1, 2, 3, 4, 5, …]',
    ])
  })

  it('error: PATH_FORBIDDEN for what is asked for by its name', async () => {
    const { file } = subject.backend
    await refuse(file.readFile('secret.txt', { from: 0, most: 9 }), 'secret.txt')
    for (const folder of ['closed', 'listed']) {
      await refuse(file.readDir(folder), folder)
      await refuse(file.stat(`${folder}/d.txt`), `${folder}/d.txt`)
      await refuse(file.writeFile(`${folder}/new.txt`, new Uint8Array()), `${folder}/new.txt`)
    }
    for (const tool of [createGrepTool, createFindTool]) {
      const { content } = await tool({ backend: subject.backend, clock: CLOCK }).execute({
        pattern: 'x',
        path: 'closed',
      })
      expect(content).toMatchObject([{ errCode: 'PATH_FORBIDDEN' }])
    }
    expect(await file.stat('secret.txt')).toEqual({ kind: 'file', sizeBytes: 3 })
  })
})

describe('a root that permissions close', () => {
  let subject: Subject
  beforeEach(async () => {
    subject = await OPENERS.local()
  })
  afterEach(() => subject.close())

  test('error: PATH_FORBIDDEN for everything in it', async () => {
    subject.setMode([], 0)
    const restore = dropPrivileges()
    try {
      await expect(subject.backend.file.readDir('.')).rejects.toMatchObject({ code: 'PATH_FORBIDDEN' })
      await expect(subject.backend.file.stat('a')).rejects.toMatchObject({ code: 'PATH_FORBIDDEN' })
    } finally {
      restore()
    }
  })
})
