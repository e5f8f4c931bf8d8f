import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ToolError } from '../../tools/core/errors.ts'
import { createAllTools } from '../../tools/workspace/presets.ts'
import { type BackendName, OPENERS, SECRET, type Subject } from './backends.ts'
import { CLOCK } from './clock.ts'
import { ESCAPES, MERE_NAMES } from './escapes.ts'
import { hasSshd, SSHD_HINT } from './sshd.ts'

/** Those that need a server of Debian's. */
const NEEDS_SSHD: readonly BackendName[] = ['sshd', 'sftp']

const ALLOWED_CODES = ['PATH_OUTSIDE', 'PATH_INVALID']

/** Try everything that a tool can do with a path; answers the codes. */
async function tryPath({ backend }: Subject, path: string): Promise<readonly string[]> {
  const { file } = backend
  const attempts = [
    () => file.readFile(path, { from: 0, most: 1_000 }),
    () => file.writeFile(path, new Uint8Array([1])),
    () => file.stat(path),
    () => file.readDir(path),
    () => file.mkdirAll(`${path}/new`),
  ]
  const codes: string[] = []
  for (const attempt of attempts) {
    codes.push(
      await attempt().then(
        (value) => `done: ${JSON.stringify(value)}`,
        (cause) => (cause instanceof ToolError ? cause.code : String(cause)),
      ),
    )
  }
  const calls = {
    read: { path },
    write: { path, content: 'x' },
    edit: { path, oldText: SECRET, newText: 'x' },
    grep: { pattern: '.', path },
    find: { pattern: '*', path },
  }
  for (const tool of createAllTools({ backend, clock: CLOCK })) {
    if (!Object.hasOwn(calls, tool.name)) continue
    const { content } = await tool.execute(calls[tool.name as keyof typeof calls])
    const [block] = content
    codes.push(block?.kind === 'error' ? block.errCode : `${tool.name} answered ${JSON.stringify(content)}`)
  }
  return codes
}

test('default: 40 tricks and more are tried', () => {
  expect(ESCAPES.length).toBeGreaterThanOrEqual(40)
  expect(new Set(ESCAPES.map(({ title }) => title)).size).toBe(ESCAPES.length)
})

describe.each(
  Object.keys(OPENERS) as BackendName[],
)('nothing leads out of the working folder on %s', (name) => {
  test.skipIf(NEEDS_SSHD.includes(name) && !hasSshd)(
    `behavior: every trick fails${hasSshd ? '' : ` (${SSHD_HINT})`}`,
    async () => {
      const subject = await OPENERS[name]()
      try {
        await subject.backend.file.writeFile('a/b/inside.txt', Buffer.from('inside'))
        for (const { title, path } of ESCAPES) {
          const codes = await tryPath(subject, path(subject))
          expect([
            title,
            codes.filter((code) => !ALLOWED_CODES.includes(code) && code !== 'PATH_LOOP'),
          ]).toEqual([title, []])
        }
        for (const path of MERE_NAMES) {
          expect([path, await subject.backend.file.stat(path)]).toEqual([path, undefined])
        }
        if (name !== 'memory') {
          expect(readdirSync(subject.outside)).toEqual(['secret.txt'])
          expect(readFileSync(join(subject.outside, 'secret.txt'), 'utf8')).toBe(SECRET)
        }
      } finally {
        await subject.close()
      }
    },
  )

  test.skipIf(NEEDS_SSHD.includes(name) && !hasSshd)(
    'behavior: what is allowed is reached, by links within as well',
    async () => {
      const subject = await OPENERS[name]()
      try {
        const { file } = subject.backend
        await file.writeFile('a/b.txt', Buffer.from('inside'))
        await file.writeFile(`${subject.allowed}/c.txt`, Buffer.from('allowed'))
        subject.link(['to-file'], 'a/b.txt')
        subject.link(['to-folder'], './a/../a')
        subject.link(['to-root'], subject.root)
        subject.link(['to-allowed'], subject.allowed)
        subject.link(['a', 'up'], '../a/b.txt')
        const read = async (path: string) =>
          Buffer.from((await file.readFile(path, { from: 0, most: 100 })).bytes).toString()
        for (const path of [
          'a/b.txt',
          './a//b.txt',
          'a/../a/b.txt',
          'missing/../a/b.txt',
          `${subject.root}/a/b.txt`,
          'to-file',
          'to-folder/b.txt',
          'to-root/a/b.txt',
          'a/up',
        ]) {
          expect([path, await read(path)]).toEqual([path, 'inside'])
        }
        for (const path of [`${subject.allowed}/c.txt`, '../allowed/c.txt', 'to-allowed/c.txt']) {
          expect([path, await read(path)]).toEqual([path, 'allowed'])
        }
        await file.writeFile('to-file', Buffer.from('through'))
        expect(await read('a/b.txt')).toBe('through')
        await file.remove('to-file')
        expect(await read('a/b.txt')).toBe('through')
      } finally {
        await subject.close()
      }
    },
  )
})
