import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withCompilers } from './solc-threads.ts'

/** Write a compiler that fails at one input and answers any other with itself. */
function writeCompiler(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'compiler.cjs')
  const source =
    "exports.compile = (input) => { if (input === 'bad') throw new Error('no memory'); return input }"
  writeFileSync(path, source)
  return path
}

const inputs = (text: string) => Array<string>(2 * availableParallelism() + 1).fill(text)

test('default: more inputs than threads', async () => {
  const path = writeCompiler()
  const answers = withCompilers(({ compile }) =>
    Promise.all(inputs('good').map((each) => compile(path, each))),
  )
  expect(await answers).toEqual(inputs('good'))
})

test('error: a compiler that fails leaves its place to those that wait', async () => {
  const path = writeCompiler()
  await withCompilers(async ({ compile }) => {
    const failed = await Promise.allSettled(inputs('bad').map((each) => compile(path, each)))
    expect(failed.map(({ status }) => status)).toEqual(inputs('rejected'))
    expect(await compile(path, 'good')).toBe('good')
  })
})
