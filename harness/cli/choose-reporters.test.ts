import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createPassedRecord } from '../record/fixtures/fixture-record.ts'
import { loadReporters, parseReporter } from './choose-reporters.ts'

const directory = mkdtempSync(join(tmpdir(), 'assay-reporter-'))
afterAll(() => rmSync(directory, { recursive: true }))

const parse = (...texts: string[]) =>
  texts.reduce<ReturnType<typeof parseReporter>>((before, text) => parseReporter(text, before), [])

/** Write a module where Node strips no types. */
function writeModule(name: string, text: string): string {
  const folder = join(directory, 'node_modules', 'theirs')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test('default: several, each with its file, one on stdout', () => {
  expect(parse('junit=out/a=b.xml', 'console', './mine.ts=x')).toEqual([
    { reporter: 'junit', file: 'out/a=b.xml' },
    { reporter: 'console' },
    { reporter: './mine.ts', file: 'x' },
  ])
})

test.each([
  ['an unknown name', ['junti'], 'did you mean "junit"?'],
  ['no file', ['junit='], 'expected a file after "junit="'],
  ['two on stdout', ['console', 'json'], 'json=FILE'],
  ['one file twice', ['json=a/b', 'junit=./a/../a/b'], 'another reporter writes'],
  ['a folder', [`json=${directory}`], `found the folder ${directory}`],
  [
    'a folder that is a file',
    [`json=${import.meta.filename}/x/y`],
    'found a file in the place of its folder',
  ],
])('error: %s', (_, texts, message) => {
  expect(() => parse(...texts)).toThrow(message)
})

test('behavior: a module of a person, with types, under node_modules', async () => {
  const helper = writeModule('helper.ts', 'export enum Word { A = "passed" }\n')
  const path = writeModule(
    'mine.ts',
    `import { Word } from ${JSON.stringify(helper)}
     export default (record: { summary: { verdict: string } }): string => String(record.summary.verdict === Word.A)`,
  )
  const [chosen] = await loadReporters([{ reporter: path }])
  expect(chosen?.reporter.render(createPassedRecord())).toBe('true')
})

test.each([
  ['there is none', join(directory, 'none.ts'), 'there is no such reporter'],
  ['no default export', writeModule('empty.ts', 'export const a = 1'), 'the module gives no reporter'],
  ['it does not parse', writeModule('broken.ts', 'export default ('), 'the module cannot be loaded'],
])('error: BAD_USAGE, %s', async (_, path, message) => {
  await expect(loadReporters([{ reporter: path }])).rejects.toMatchObject({
    code: 'BAD_USAGE',
    message: expect.stringContaining(message),
  })
})

test('behavior: a summary of GitHub Actions goes behind what the step wrote before, into another file it does not', async () => {
  const [summary, other] = [join(directory, 'summary.md'), join(directory, 'other.md')]
  for (const file of [summary, other]) writeFileSync(file, '# Before')
  const chosen = await loadReporters(
    [summary, other].map((file) => ({ reporter: 'markdown', file })),
    summary,
  )
  const [ofSummary = '', ofOther = ''] = chosen.map(({ reporter }) => reporter.render(createPassedRecord()))
  expect(ofOther).not.toContain('Before')
  expect(ofSummary).toBe(`# Before\n${ofOther}`)
  rmSync(summary)
  expect(chosen[0]?.reporter.render(createPassedRecord())).toBe(ofOther)
})
