import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createMemoryBackend } from '../backends/memory-backend.ts'
import { toLegacyResult } from '../content-block.ts'
import { createAllTools } from '../presets.ts'
import { createReadTool } from './read.ts'

const clock = { wallMs: () => 0, setTimer: () => () => undefined }

/** The tools over files in memory. */
async function openTools(files: Readonly<Record<string, string | Uint8Array>> = {}, limits = {}) {
  const backend = createMemoryBackend()
  for (const [path, content] of Object.entries(files)) {
    await backend.file.writeFile(path, typeof content === 'string' ? Buffer.from(content) : content)
  }
  const tools = createAllTools({ backend, clock, ...limits })
  const call = async (name: string, args: unknown) => {
    const output = await tools.find((tool) => tool.name === name)?.execute(args)
    if (output === undefined) throw new Error(name)
    return output
  }
  return {
    backend,
    call,
    async text(name: string, args: unknown) {
      const { content } = await call(name, args)
      expect(content).toMatchObject([{ kind: 'text' }])
      return content[0]?.kind === 'text' ? content[0].text : ''
    },
    async code(name: string, args: unknown) {
      const output = await call(name, args)
      expect(output.exitCode).toBe(1)
      return output.content[0]?.kind === 'error' ? output.content[0].errCode : output.content
    },
    async file(path: string) {
      return Buffer.from((await backend.file.readFile(path, { from: 0, most: 1e6 })).bytes).toString()
    },
  }
}

describe('read', () => {
  test('default: a text as it stands', async () => {
    const { text } = await openTools({ 'a.txt': '\ufeffone\r\ntwo' })
    expect(await text('read', { path: 'a.txt' })).toBe('\ufeffone\r\ntwo')
  })

  test('behavior: parts by lines, each naming where the next begins', async () => {
    const { text } = await openTools({ 'a.txt': 'one\ntwo\nthree\n' })
    expect(await text('read', { path: 'a.txt', limit: 2 })).toBe(
      'one\ntwo\n[lines 1 to 2; go on with offset 3]',
    )
    expect(await text('read', { path: 'a.txt', offset: 3 })).toBe('three\n')
  })

  test('behavior: a line of exactly the limit is shown, one of a byte more is not', async () => {
    const { text, code } = await openTools({ 'a.txt': '1234\n12345\n' }, { maxReadBytes: 5 })
    expect(await text('read', { path: 'a.txt' })).toBe('1234\n[lines 1 to 1; go on with offset 2]')
    expect(await code('read', { path: 'a.txt', offset: 2 })).toBe('LINE_TOO_LONG')
  })

  test('behavior: parts put together are the file, whatever the limits', async () => {
    const lineArb = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((line) => line.replaceAll(/[\0\n]/g, '_').toWellFormed())
    await fc.assert(
      fc.asyncProperty(
        fc.array(lineArb, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 200, max: 600 }),
        fc.integer({ min: 1, max: 7 }),
        async (lines, maxReadBytes, maxReadLines) => {
          const whole = lines.join('\n')
          const { text } = await openTools({ 'a.txt': whole }, { maxReadBytes, maxReadLines })
          let read = ''
          for (let offset: number | undefined = 1; offset !== undefined; ) {
            const part: string = await text('read', { path: 'a.txt', offset })
            const [note, next] = /\[lines \d+ to \d+; go on with offset (\d+)\]$/.exec(part) ?? ['']
            expect(Buffer.byteLength(part.slice(0, part.length - note.length))).toBeLessThanOrEqual(
              maxReadBytes,
            )
            read += part.slice(0, part.length - note.length)
            offset = next === undefined ? undefined : Number(next)
          }
          expect(read).toBe(whole)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('error: LINE_TOO_LONG, LINE_NOT_FOUND, TEXT_INVALID', async () => {
    const { code } = await openTools(
      {
        'long.txt': `${'x'.repeat(200)}\nshort`,
        'a.txt': 'one\n',
        'empty.txt': '',
        'a.bin': new Uint8Array([0xff, 0xfe, 0x41]),
        'nul.txt': 'a\0b',
      },
      { maxReadBytes: 100 },
    )
    expect(await code('read', { path: 'long.txt' })).toBe('LINE_TOO_LONG')
    expect(await code('read', { path: 'a.txt', offset: 2 })).toBe('LINE_NOT_FOUND')
    expect(await code('read', { path: 'empty.txt', offset: 2 })).toBe('LINE_NOT_FOUND')
    expect(await code('read', { path: 'a.bin' })).toBe('TEXT_INVALID')
    expect(await code('read', { path: 'nul.txt' })).toBe('TEXT_INVALID')
  })

  test('error: SEARCH_TIMED_OUT for a line that is not found in time, CALL_STOPPED for a caller that goes', async () => {
    const late = {
      wallMs: () => 0,
      setTimer(_: number, expire: () => void) {
        expire()
        return () => undefined
      },
    }
    const files = { 'a.txt': 'one\ntwo\n' }
    expect(await (await openTools(files, { clock: late })).code('read', { path: 'a.txt', offset: 2 })).toBe(
      'SEARCH_TIMED_OUT',
    )
    const { backend } = await openTools(files)
    const { content } = await createReadTool({ backend, clock }).execute(
      { path: 'a.txt', offset: 2 },
      { signal: AbortSignal.abort() },
    )
    expect(content).toMatchObject([{ errCode: 'CALL_STOPPED' }])
  })

  const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 1]
  test.each([
    ['image/png', PNG],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0, 0]],
    ['image/gif', [...Buffer.from('GIF89a'), 1]],
    ['image/webp', [...Buffer.from('RIFF1234WEBP')]],
  ])('behavior: %s by its bytes, whatever it is called', async (mimeType, bytes) => {
    const data = Uint8Array.from(bytes)
    const { call } = await openTools({ 'picture.txt': data })
    expect((await call('read', { path: 'picture.txt' })).content).toEqual([
      { kind: 'image', mimeType, data: Buffer.from(data).toString('base64') },
    ])
  })

  test('behavior: a name makes no image', async () => {
    const { text, code } = await openTools(
      { 'a.png': 'text', 'big.png': Uint8Array.from(PNG) },
      { maxReadBytes: 16 },
    )
    expect(await text('read', { path: 'a.png' })).toBe('text')
    expect(await code('read', { path: 'big.png' })).toBe('FILE_TOO_LARGE')
  })
})

describe('write and edit', () => {
  test('default: folders above are created', async () => {
    const { call, file } = await openTools()
    await call('write', { path: 'a/b/c.txt', content: 'é' })
    expect(await file('a/b/c.txt')).toBe('é')
  })

  test('default: the text that stands once is replaced, and the difference shown', async () => {
    const { text, file } = await openTools({ 'a.txt': 'one\r\ntwo\r\nthree' })
    const shown = await text('edit', { path: 'a.txt', oldText: 'two', newText: '$&$1' })
    expect(await file('a.txt')).toBe('one\r\n$&$1\r\nthree')
    expect(shown).toMatch(/^-two\r?$/m)
    expect(shown).toMatch(/^\+\$&\$1\r?$/m)
  })

  test('error: EDIT_NOT_FOUND, EDIT_NOT_UNIQUE (overlapping places too), EDIT_CHANGES_NOTHING', async () => {
    const { code, file } = await openTools({ 'a.txt': 'aaa b' })
    expect(await code('edit', { path: 'a.txt', oldText: 'x', newText: 'y' })).toBe('EDIT_NOT_FOUND')
    expect(await code('edit', { path: 'a.txt', oldText: 'aa', newText: 'y' })).toBe('EDIT_NOT_UNIQUE')
    expect(await code('edit', { path: 'a.txt', oldText: 'b', newText: 'b' })).toBe('EDIT_CHANGES_NOTHING')
    expect(await file('a.txt')).toBe('aaa b')
  })

  test('behavior: half of a character is neither found nor written', async () => {
    const { code, file } = await openTools({ 'a.txt': '😀' })
    const edit = (oldText: string, newText: string) => code('edit', { path: 'a.txt', oldText, newText })
    expect(await edit('\ud83d', 'x')).toBe('EDIT_NOT_FOUND')
    expect(await edit('😀', '\ud83d')).toBe('ARGUMENT_INVALID')
    expect(await code('write', { path: 'a.txt', content: '\ude00' })).toBe('ARGUMENT_INVALID')
    expect(await file('a.txt')).toBe('😀')
  })

  test('behavior: it takes no square of what it is given', async () => {
    const { code, text, file } = await openTools({
      'a.txt': 'a'.repeat(2_000_000),
      'lines.txt': 'old\n'.repeat(20_000),
    })
    const oldText = 'a'.repeat(1_000_000)
    expect(await code('edit', { path: 'a.txt', oldText, newText: '' })).toBe('EDIT_NOT_UNIQUE')
    const newText = 'new\n'.repeat(20_000)
    const whole = { path: 'lines.txt', oldText: 'old\n'.repeat(20_000), newText }
    expect(await text('edit', whole)).toBe(
      'replaced; the difference is too long to be shown, read "lines.txt" for it',
    )
    expect(await file('lines.txt')).toBe(newText)
  })

  test('behavior: a difference is shown within the limit of what is read', async () => {
    const { text } = await openTools({ 'a.txt': 'x'.repeat(900) }, { maxReadBytes: 1_000 })
    const edit = { path: 'a.txt', oldText: 'x'.repeat(900), newText: 'y'.repeat(900) }
    expect(await text('edit', edit)).toMatch(/^replaced; /)
  })

  test('behavior: edits at one time lose nothing', async () => {
    const { call, file } = await openTools({ 'a.txt': '0 1 2 3 4' })
    const edits = [0, 1, 2, 3, 4].map((digit) =>
      call('edit', { path: 'a.txt', oldText: `${digit}`, newText: 'x' }),
    )
    await Promise.all(edits)
    expect(await file('a.txt')).toBe('x x x x x')
  })

  test('behavior: nor do edits and writes of whichever tools over one backend', async () => {
    const { backend, call, file } = await openTools({ 'a.txt': 'a b', 'b.txt': 'old one' })
    const others = createAllTools({ backend, clock })
    const edit = (path: string, oldText: string, newText: string) =>
      others.find(({ name }) => name === 'edit')?.execute({ path, oldText, newText })
    await Promise.all([edit('a.txt', 'a', 'x'), call('edit', { path: 'a.txt', oldText: 'b', newText: 'y' })])
    expect(await file('a.txt')).toBe('x y')
    await Promise.all([edit('b.txt', 'one', 'two'), call('write', { path: 'b.txt', content: 'new' })])
    expect(await file('b.txt')).toBe('new')
  })
})

describe('grep and find', () => {
  test('error: PATTERN_INVALID for one that would take minutes on a line', async () => {
    const { code, text } = await openTools({ 'a.txt': 'ab'.repeat(1_000_000) })
    const pattern = '(?:a?b?){1000}[XY]'
    expect(await code('grep', { pattern })).toBe('PATTERN_INVALID')
    expect(await text('grep', { pattern: '[XY]' })).toBe('no match')
    expect(await text('grep', { pattern, text: 'abX' })).toBe('1:abX')
  })

  test('behavior: a text is found in a line of any length, whichever way it is given', async () => {
    const { text } = await openTools({ 'a.txt': `${'ab'.repeat(1_500_000)}.x` })
    for (const args of [{ pattern: '.x', literal: true }, { pattern: '\\.x' }]) {
      expect(await text('grep', args)).toMatch(/^a\.txt:1:abab/)
    }
    expect(await text('grep', { pattern: 'ac' })).toBe('no match')
  })

  test('behavior: others come to their turn while many lines are searched, and may stop it', async () => {
    const turns: (() => void)[] = []
    const slow = {
      ...clock,
      setTimer(delayMs: number, callback: () => void) {
        if (delayMs === 0) turns.push(callback)
        return () => undefined
      },
    }
    const { grep } = Object.fromEntries(
      createAllTools({ backend: createMemoryBackend(), clock: slow }).map((tool) => [tool.name, tool]),
    )
    const stop = new AbortController()
    const text = `${'ab'.repeat(250_000)}\n`.repeat(7)
    const found = grep?.execute({ pattern: '[XY]', text }, { signal: stop.signal })
    await vi.waitUntil(() => turns.length === 1, { timeout: 20_000 })
    stop.abort()
    turns[0]?.()
    expect(await found).toMatchObject({ content: [{ errCode: 'CALL_STOPPED' }] })
  })

  test('error: SEARCH_TIMED_OUT between lines, while no timer can fire', async () => {
    let nowMs = 0
    const slow = { ...clock, wallMs: () => (nowMs += 1_000) }
    const { code } = await openTools({}, { clock: slow })
    const lines = { pattern: 'x', text: 'a\n'.repeat(100) }
    expect(await code('grep', lines)).toBe('SEARCH_TIMED_OUT')
    expect(nowMs).toBeLessThan(40_000)
  })

  const FILES = {
    'a.txt': 'one\nTwo\nthree two\n',
    'b/c.md': 'two',
    'b/.hidden': 'two',
    '.git/config': 'two',
    'bin.dat': new Uint8Array([0, 1, 2]),
  }

  test('default: lines with their places', async () => {
    const { text } = await openTools(FILES)
    expect(await text('grep', { pattern: 'two' })).toBe('a.txt:3:three two\nb/.hidden:1:two\nb/c.md:1:two')
    expect(await text('grep', { pattern: '^two', ignoreCase: true, path: 'a.txt' })).toBe('a.txt:2:Two')
    expect(await text('grep', { pattern: 't.o', literal: true })).toBe('no match')
    expect(await text('grep', { pattern: 'two', glob: '*.md' })).toBe('b/c.md:1:two')
    expect(await text('grep', { pattern: 'two', limit: 1 })).toMatch(/three two\n\[more than 1 lines match/)
  })

  test('default: files by a glob', async () => {
    const { text } = await openTools(FILES)
    expect(await text('find', { pattern: '*' })).toBe('a.txt\nb/.hidden\nb/c.md\nbin.dat')
    expect(await text('find', { pattern: '**/*.{md,txt}' })).toBe('a.txt\nb/c.md')
    expect(await text('find', { pattern: '[!a-c]*', path: 'b' })).toBe('.hidden')
    expect(await text('find', { pattern: '*.rs' })).toBe('no file')
  })

  test('behavior: a name that would break the line is quoted', async () => {
    const { text } = await openTools({ 'a\nb:1:fake': 'two' })
    expect(await text('grep', { pattern: 'two' })).toBe('"a\\nb:1:fake":1:two')
  })

  test.each([
    ['(?=a)', 'looks around'],
    ['(a)\\1', 'linear time'],
    ['a\\n', 'line feed'],
    ['\\p{L}', 'Unicode property'],
    ['(', 'no regular expression'],
    ['a{1001}', 'more than 1000'],
    ['((a{1000}){1000}){1000}', 'too large'],
    [`(?:${'a?'.repeat(300)}){0,40}`, 'too large'],
    ['x'.repeat(1_001), 'longer than'],
  ])('error: PATTERN_INVALID for %s', async (pattern, problem) => {
    const { call } = await openTools(FILES)
    expect((await call('grep', { pattern })).content).toMatchObject([
      { errCode: 'PATTERN_INVALID', text: expect.stringContaining(problem) },
    ])
  })

  test('behavior: a pattern that others take ages for takes none', async () => {
    const { text } = await openTools({ 'a.txt': `${'a'.repeat(50_000)}!` })
    const begun = process.cpuUsage()
    expect(await text('grep', { pattern: '(a+)+$' })).toBe('no match')
    expect(process.cpuUsage(begun).user).toBeLessThan(5_000_000)
  })
})

test('error: ARGUMENT_INVALID for what the schema does not admit', async () => {
  const { code } = await openTools()
  for (const args of [{}, { path: 1 }, { path: 'a', x: 1 }, null, 'a', { path: 'a', offset: 0 }]) {
    expect(await code('read', args)).toBe('ARGUMENT_INVALID')
  }
})

test('behavior: blocks have a form for callers that know none', async () => {
  const { call } = await openTools({ 'a.txt': 'one', 'a.gif': Buffer.from('GIF89a') })
  expect(toLegacyResult('read', await call('read', { path: 'a.txt' }))).toEqual({
    tool: 'read',
    status: 'success',
    result: 'one',
    elapsedMs: 0,
    exitCode: 0,
  })
  expect(toLegacyResult('read', await call('read', { path: 'a.gif' })).result).toBe(
    '[image/gif, 8 characters of base64]',
  )
  expect(toLegacyResult('read', await call('read', { path: 'b' }))).toMatchObject({
    status: 'error',
    result: '',
    error: expect.stringContaining('PATH_NOT_FOUND'),
    exitCode: 1,
  })
})
