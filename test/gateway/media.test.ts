import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMediaFiles } from '../../bin/gateway/media-files.ts'
import { createOutbox } from '../../bin/gateway/outbox.ts'
import { createCallTool } from '../../tools/gateway/call-tool.ts'
import { DEFAULT_GATEWAY_LIMITS } from '../../tools/gateway/limits.ts'
import { createSendMedia } from '../../tools/gateway/plugins/send-media.ts'
import { createPluginRegistry } from '../../tools/gateway/registry.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const MOST_BYTES = 1_000

let folder = ''
let send: (path: string) => Promise<string>
const at = (...parts: string[]) => join(folder, ...parts)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-media-'))
  for (const name of ['media/inner', 'media2', 'secret']) mkdirSync(at(name), { recursive: true })
  for (const name of [
    'media/one.png',
    'media/inner/two.png',
    'media/picture.txt',
    'media2/near.png',
    'secret/key.png',
  ]) {
    writeFileSync(at(name), PNG)
  }
  writeFileSync(at('media/empty.png'), '')
  writeFileSync(at('media/full.png'), Buffer.concat([PNG, Buffer.alloc(MOST_BYTES)]))
  writeFileSync(at('media/key.png'), '-----BEGIN PRIVATE KEY-----')
  writeFileSync(at('media/page.png'), '<script>alert(1)</script>')
  writeFileSync(at('media/picture.svg'), '<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  symlinkSync(at('secret/key.png'), at('media/link.png'))
  symlinkSync(at('secret'), at('media/way'))
  symlinkSync('../secret/key.png', at('media/relative.png'))
  symlinkSync(at('media/link.png'), at('media/chain.png'))
  symlinkSync('loop.png', at('media/loop.png'))
  symlinkSync(at('media/one.png'), at('media/own.png'))
  linkSync(at('secret/key.png'), at('media/hard.png'))
  execFileSync('mkfifo', [at('media/pipe.png')])
  const registry = createPluginRegistry()
  const rules = { mostBytes: MOST_BYTES, types: ['image/png'] }
  await createSendMedia(
    createOutbox(at('outbox')),
    createMediaFiles([at('media')]),
    rules,
  )(registry.openFor('test'))
  const clock = { setTimer: () => () => undefined }
  const callTool = createCallTool({ registry, limits: DEFAULT_GATEWAY_LIMITS, clock })
  send = async (path) => {
    const call = {
      tool: 'send_media',
      params: { path },
      session: 'main',
      caller: { role: 'operator' as const },
    }
    const answer = await callTool(call, new AbortController().signal)
    return answer.ok ? 'sent' : answer.error.code
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['default: a file', 'media/one.png', 'sent'],
  ['default: a file further down', 'media/inner/two.png', 'sent'],
  ['behavior: its content says what it is, not its name', 'media/picture.txt', 'sent'],
  ['behavior: a link that stays inside', 'media/own.png', 'sent'],
  ['behavior: a way that comes back', 'media/inner/../one.png', 'sent'],
  ['error: a folder beside it of a longer name', 'media2/near.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a way out', 'media/../secret/key.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a link out', 'media/link.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a relative link out', 'media/relative.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a link to a link out', 'media/chain.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a folder that is a link out', 'media/way/key.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a link to itself', 'media/loop.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a second name of a file from elsewhere', 'media/hard.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a pipe, which is not waited for', 'media/pipe.png', 'MEDIA_NOT_ALLOWED'],
  ['error: a folder', 'media/inner', 'MEDIA_NOT_ALLOWED'],
  ['error: the allowed folder itself', 'media', 'MEDIA_NOT_ALLOWED'],
  ['error: nothing', 'media/none.png', 'MEDIA_NOT_ALLOWED'],
  ['error: below a file', 'media/one.png/x', 'MEDIA_NOT_ALLOWED'],
  ['error: a zero in it', 'media/one.png\0.txt', 'MEDIA_NOT_ALLOWED'],
  ['error: too large', 'media/full.png', 'MEDIA_TOO_LARGE'],
  ['error: empty', 'media/empty.png', 'MEDIA_TYPE_NOT_ALLOWED'],
  ['error: a key under the name of a picture', 'media/key.png', 'MEDIA_TYPE_NOT_ALLOWED'],
  ['error: a page under the name of a picture', 'media/page.png', 'MEDIA_TYPE_NOT_ALLOWED'],
  ['error: a type that is not allowed', 'media/picture.svg', 'MEDIA_TYPE_NOT_ALLOWED'],
])('%s (%s)', async (_, name, code) => {
  // By hand: `join` would take the way out of it.
  expect(await send(`${folder}/${name}`)).toBe(code)
})

test.each([
  'one.png',
  './media/one.png',
  'file:///etc/passwd',
  '/etc/passwd',
  '/proc/self/environ',
  '/dev/zero',
  '~/x',
])('error: MEDIA_NOT_ALLOWED for %s', async (path) => expect(await send(path)).toBe('MEDIA_NOT_ALLOWED'))

test('behavior: what is outside is told from what is not there by nothing', async () => {
  const files = createMediaFiles([at('media')])
  const [there, missing] = [
    await files.open(at('secret/key.png'), 1),
    await files.open(at('secret/none.png'), 1),
  ]
  expect(there).toEqual(missing)
})

test('default: what is sent lies in the outbox, in order, under names that lead nowhere', async () => {
  const outbox = createOutbox(at('outbox2'))
  const ids = await Promise.all([
    outbox.deliver({ session: 'main', text: 'one' }),
    outbox.deliver({
      session: 'main',
      text: 'two\nlines',
      media: { name: '../../a b\n.png', type: 'image/png', bytes: PNG },
    }),
    outbox.deliver({ session: 'other', text: 'three' }),
  ])
  const read = (session: string) =>
    readFileSync(at('outbox2', session, 'messages.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; text: string; media?: { file: string } })
  expect(read('main').map(({ id, text }) => [id, text])).toEqual([
    [ids[0]?.id, 'one'],
    [ids[1]?.id, 'two\nlines'],
  ])
  expect(read('other')).toHaveLength(1)
  const file = read('main')[1]?.media?.file ?? ''
  expect(file).toBe(`media/${ids[1]?.id}-.._.._a_b_.png`)
  expect(readFileSync(at('outbox2/main', file))).toEqual(PNG)
})

test('behavior: a line that was cut off takes no other one with it', async () => {
  mkdirSync(at('outbox3/main'), { recursive: true })
  writeFileSync(at('outbox3/main/messages.jsonl'), '{"id":"1","text":"cut o')
  const outbox = createOutbox(at('outbox3'))
  for (const text of ['one', 'two']) await outbox.deliver({ session: 'main', text })
  const [cut, ...whole] = readFileSync(at('outbox3/main/messages.jsonl'), 'utf8').trimEnd().split('\n')
  expect(cut).toBe('{"id":"1","text":"cut o')
  expect(whole.map((line) => JSON.parse(line).text)).toEqual(['one', 'two'])
})
