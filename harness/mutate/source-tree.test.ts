import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSourceTree, type SourceTree } from './source-tree.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILE = 'harness/cli/exit-codes.ts'

let directory = ''
let tree: SourceTree
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-tree-'))
  tree = createSourceTree(ROOT, join(directory, 'tree'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('default: what starts in it runs the changed sources, with the dependencies of the project', () => {
  const script = `
    const { EXIT_CODES } = await import('./${FILE}')
    const { zeroAddress } = await import('viem')
    console.log(EXIT_CODES, zeroAddress)
  `
  const run = () => execFileSync(process.execPath, ['--eval', script], { cwd: tree.path, encoding: 'utf8' })
  tree.set(new Map([[FILE, 'export const EXIT_CODES = "changed"\n']]))
  expect(run()).toContain('changed 0x0000')
  tree.set(new Map())
  expect(run()).not.toContain('changed')
})

test('behavior: the project is left as it is, and a change is taken back by the next one', () => {
  const original = readFileSync(join(ROOT, FILE), 'utf8')
  tree.set(new Map([[FILE, 'changed']]))
  expect(readFileSync(join(ROOT, FILE), 'utf8')).toBe(original)
  tree.set(new Map())
  expect(readFileSync(join(tree.path, FILE), 'utf8')).toBe(original)
})

test('behavior: what others make of the sources beside them is not copied', () => {
  const project = join(directory, 'packed')
  for (const folder of ['tools', 'out', 'types']) {
    mkdirSync(join(project, folder), { recursive: true })
    writeFileSync(join(project, folder, 'rule.d.ts'), '')
  }
  const copy = createSourceTree(project, join(directory, 'unpacked'))
  expect(readdirSync(copy.path).sort()).toEqual(['.assay', 'node_modules', 'tools'])
})

test('behavior: a copy of a copy knows nothing of what changes in the project', () => {
  const [project, sources] = [join(directory, 'project'), join(directory, 'sources')]
  const [file, changed] = ['rule.ts', new Map([['rule.ts', 'with a fault']])]
  mkdirSync(project)
  writeFileSync(join(project, file), 'as it was')
  const copy = createSourceTree(createSourceTree(project, sources).path, join(directory, 'copy'))
  writeFileSync(join(project, file), 'as an editor left it')
  copy.set(changed)
  copy.set(new Map())
  expect(readFileSync(join(copy.path, file), 'utf8')).toBe('as it was')
})
