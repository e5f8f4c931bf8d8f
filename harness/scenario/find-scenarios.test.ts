import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HarnessError } from '../errors.ts'
import { findScenarios } from './find-scenarios.ts'

let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-find-'))
  for (const path of [
    'scripted/permit-ttl/ttl.yaml',
    'scripted/permit-ttl/notes.md',
    'scripted/hooks/claims.yaml',
    'property/permit-ttl/half-open.property.ts',
    'property/permit-ttl/helper.ts',
  ]) {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), '')
  }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const find = (...paths: string[]) =>
  findScenarios(paths, { root, cwd: root }).map((path) => relative(root, path))

test('default', () => {
  expect(find()).toEqual([
    'property/permit-ttl/half-open.property.ts',
    'scripted/hooks/claims.yaml',
    'scripted/permit-ttl/ttl.yaml',
  ])
})

test('behavior: what editors keep hidden beside scenarios, and what packages hold, is none', () => {
  for (const path of ['.git/x.yaml', 'node_modules/y/y.yaml', 'shown/._z.yaml', 'shown/z.yaml']) {
    mkdirSync(join(root, 'kept', path, '..'), { recursive: true })
    writeFileSync(join(root, 'kept', path), '')
  }
  symlinkSync('me@here.1', join(root, 'kept/shown/.#z.yaml'))
  expect(find('kept')).toEqual(['kept/shown/z.yaml'])
  expect(find('kept/.git')).toEqual(['kept/.git/x.yaml'])
})

test('behavior: files, folders and globs are merged, each file once', () => {
  expect(find('scripted/permit-ttl', 'scripted/*/*.yaml', 'scripted/hooks/claims.yaml')).toEqual([
    'scripted/hooks/claims.yaml',
    'scripted/permit-ttl/ttl.yaml',
  ])
})

test('error: BAD_USAGE for a path that does not exist, with the nearest', () => {
  const findWrong = () => find('scripted/hooks/clams.yaml')
  expect(findWrong).toThrow(HarnessError)
  expect(findWrong).toThrowErrorMatchingInlineSnapshot(`
    [HarnessError: no such scenario
      where:    scripted/hooks/clams.yaml
      expected: a scenario file, a folder of scenarios or a glob
      found:    nothing there
      do:       did you mean "scripted/hooks/claims.yaml"?]
  `)
})

test('error: BAD_USAGE names nothing as the nearest that is no scenario', () => {
  for (const folder of ['node_modules', '.nodes']) mkdirSync(join(root, 'near', folder), { recursive: true })
  writeFileSync(join(root, 'near', 'nodes.md'), '')
  expect(() => find('near/node')).toThrow('see `assay list`')
  mkdirSync(join(root, 'near', 'nodes'))
  expect(() => find('near/node')).toThrow('did you mean "near/nodes"?')
})

test('error: BAD_USAGE for an empty word, which is not the current folder', () => {
  expect(() => find('')).toThrow('an empty word')
})

test('error: BAD_USAGE for a folder or file that is no scenario', () => {
  mkdirSync(join(root, 'empty'), { recursive: true })
  expect(() => find('empty')).toThrowErrorMatchingInlineSnapshot(`
    [HarnessError: no scenario here
      where:    empty
      expected: files named *.yaml or *.property.ts
      found:    none
      do:       see \`assay list\`]
  `)
  expect(() => find('scripted/permit-ttl/notes.md')).toThrow(HarnessError)
})
