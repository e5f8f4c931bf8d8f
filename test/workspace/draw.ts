import fc from 'fast-check'

/** Names that programs have taken for something else. */
const ODD_NAMES = [
  'a',
  'b',
  'A',
  '-rf',
  '--',
  '--help',
  'with space',
  ' ',
  'new\nline',
  'tab\there',
  'back\\slash',
  '\\',
  "quote'",
  'double"',
  '$(id)',
  '`id`',
  '${HOME}',
  ';ls',
  '*',
  '?',
  '[a]',
  '{a,b}',
  '!',
  '~',
  '#',
  '...',
  '.hidden',
  'ä',
  'a\u0308',
  '日本語',
  '🦊',
  '\u202egnp.exe',
  '\u0001',
  '\u007f',
  'CON',
  'a.txt',
  '%2e%2e',
  '.git',
]

/** Names of files. */
const nameArb: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD_NAMES) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .map((name) => name.replaceAll(/[/\0\ufffd]/g, '_'))
      .filter((name) => name !== '.' && name !== '..'),
  },
)

/** Paths of up to three names; few names, so that they meet. */
const pathArb = (names: readonly string[]) =>
  fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))

const textArb = fc
  .array(
    fc.oneof(fc.constantFrom('foo', 'bar', 'FOO', 'ſ', 'K', 'é', 'x foo_1', '', '\r', 'a\tb'), fc.string()),
  )
  .map((lines) => new TextEncoder().encode(lines.join('\n')))

/** Contents of files: texts, and bytes that are none. */
const bytesArb = fc.oneof(textArb, textArb, fc.uint8Array({ maxLength: 300 }))

/** One thing that is done with a tree. */
export type Act =
  | { readonly kind: 'write'; readonly path: string; readonly bytes: Uint8Array }
  | { readonly kind: 'read'; readonly path: string; readonly from: number; readonly most: number }
  | { readonly kind: 'stat' | 'list' | 'mkdir' | 'remove'; readonly path: string }
  | { readonly kind: 'mode'; readonly name: string; readonly mode: number }
  | { readonly kind: 'link'; readonly name: string; readonly target: string }
  | { readonly kind: 'tool'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }

const PATTERNS = [
  'foo',
  '^f',
  'o$',
  '\\bfoo\\b',
  '[^a-z]',
  'fo{1,2}',
  '\\w+',
  '(?:b|F).',
  '\\S\\s?',
  '\\W',
  '',
  '.',
]
const GLOBS = ['*', '**', '*.txt', '[a-c]*', '{a,b}', '**/a', 'a/**', '?', '.*', '*\\**']

const toolArb = (paths: fc.Arbitrary<string>): fc.Arbitrary<Act> =>
  fc
    .oneof(
      fc.record({
        tool: fc.constant('grep'),
        args: fc.record(
          {
            pattern: fc.constantFrom(...PATTERNS, '$(id)', '日', 'K', 's'),
            path: paths,
            ignoreCase: fc.boolean(),
            literal: fc.boolean(),
            limit: fc.integer({ min: 1, max: 3 }),
            glob: fc.constantFrom(...GLOBS),
          },
          { requiredKeys: ['pattern', 'path'] },
        ),
      }),
      fc.record({
        tool: fc.constant('find'),
        args: fc.record(
          { pattern: fc.constantFrom(...GLOBS), path: paths, limit: fc.integer({ min: 1, max: 5 }) },
          { requiredKeys: ['pattern', 'path'] },
        ),
      }),
      fc.record({
        tool: fc.constant('read'),
        args: fc.record(
          { path: paths, offset: fc.integer({ min: 1, max: 6 }), limit: fc.integer({ min: 1, max: 6 }) },
          { requiredKeys: ['path'] },
        ),
      }),
      fc.record({
        tool: fc.constant('edit'),
        args: fc.record({
          path: paths,
          oldText: fc.constantFrom('foo', 'bar', '\n', '$1'),
          newText: fc.constantFrom('', 'foo', '$&', 'é\n'),
        }),
      }),
      fc.record({
        tool: fc.constant('write'),
        args: fc.record({ path: paths, content: fc.string({ unit: 'grapheme' }) }),
      }),
    )
    .map((call) => ({ kind: 'tool', ...call }))

/** What is done with one tree, one after another; every path begins with `folder`, in which links stay as well. */
export const actsArb = (folder: string): fc.Arbitrary<readonly Act[]> =>
  fc.uniqueArray(nameArb, { minLength: 3, maxLength: 5 }).chain((names) => {
    const inside = pathArb(names)
    const path = fc.oneof(
      { weight: 9, arbitrary: inside.map((each) => `${folder}/${each}`) },
      { weight: 1, arbitrary: fc.constant(folder) },
    )
    const act: fc.Arbitrary<Act> = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant('write'), path, bytes: bytesArb }) },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constant('read'), path, from: fc.nat(40), most: fc.nat(400) }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('stat', 'list', 'mkdir', 'remove'), path }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('link'),
          name: fc.constantFrom(...names),
          target: fc.oneof(inside, fc.constantFrom('..', '.', '../..', '/etc', '../nowhere')),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('mode'),
          name: fc.constantFrom(...names),
          // Every combination of what an owner may do.
          mode: fc.nat(7).map((bits) => bits << 6),
        }),
      },
      { weight: 5, arbitrary: toolArb(path) },
    )
    return fc.array(act, { minLength: 4, maxLength: 16 })
  })
