import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findBinary, readKeptVersion, readVersion } from './binaries.ts'

const require = createRequire(import.meta.url)
const { version: typescript }: { version: string } = require('typescript/package.json')

const directory = mkdtempSync(join(tmpdir(), 'assay-binaries-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

function write(path: string, script: string, mode = 0o755): string {
  const full = join(directory, path)
  mkdirSync(join(full, '..'), { recursive: true })
  writeFileSync(full, `#!/bin/sh\n${script}\n`)
  chmodSync(full, mode)
  return full
}

const noPackage = () => {
  throw new Error('not installed')
}

test('default', () => {
  const binary = findBinary('anvil')
  expect(binary).toMatch(/@foundry-rs\/anvil-linux-\w+\/bin\/anvil$/)
  expect(readVersion(binary)).toBe('1.7.1')
})

test('behavior: the setting wins over the package, the package over PATH', () => {
  const chosen = write('chosen/anvil', 'true')
  const packaged = write('package/bin/anvil', 'true')
  const onPath = write('path/anvil', 'true')
  const searchPath = [join(directory, 'nowhere'), join(directory, 'path')].join(delimiter)
  const resolve = () => join(directory, 'package', 'package.json')
  expect(findBinary('anvil', { override: chosen, searchPath, resolve })).toBe(chosen)
  expect(findBinary('anvil', { searchPath, resolve })).toBe(packaged)
  expect(findBinary('anvil', { searchPath, resolve: noPackage })).toBe(onPath)
})

test('behavior: wrappers of npm and directories are passed over', () => {
  write('node_modules/.bin/anvil', 'true')
  mkdirSync(join(directory, 'folder', 'anvil'), { recursive: true })
  const plain = write('plain/anvil', 'true', 0o644)
  const searchPath = ['node_modules/.bin', 'folder'].map((part) => join(directory, part)).join(delimiter)
  const find = (options: object) => () => findBinary('anvil', { resolve: noPackage, ...options })
  expect(find({ searchPath })).toThrow(expect.objectContaining({ code: 'ANVIL_MISSING' }))
  expect(find({ override: plain })).toThrow(expect.objectContaining({ code: 'ANVIL_MISSING' }))
})

test('behavior: a binary is asked for its version once, and again when it is another file', () => {
  const state = join(directory, 'state')
  const file = join(state, 'versions.json')
  expect(readKeptVersion(process.execPath, state)).toBe(process.versions.node)
  writeFileSync(file, readFileSync(file, 'utf8').replace(process.versions.node, '1.7.1'))
  expect(readKeptVersion(process.execPath, state)).toBe('1.7.1')
  const say = (version: string) => write('versioned/anvil', `echo "Version: ${version}"`)
  expect(readKeptVersion(say('1.7.2'), state)).toBe('1.7.2')
  expect(readKeptVersion(say('1.7.3'), state)).toBe('1.7.3')
})

test('behavior: what starts another file is asked each time: that may be another version then', () => {
  const state = join(directory, 'launched-state')
  const launcher = join(directory, 'launched/anvil')
  mkdirSync(join(launcher, '..'))
  symlinkSync(process.execPath, launcher)
  expect(readKeptVersion(launcher, state)).toBe(process.versions.node)
  // Older than what was written a moment ago, of which nothing is kept anyway.
  expect(readKeptVersion(require.resolve('typescript/bin/tsc'), state)).toBe(typescript)
  expect(existsSync(join(state, 'versions.json'))).toBe(false)
})

test('error: ANVIL_MISSING', () => {
  const missing = () => findBinary('anvil', { searchPath: '/opt/none', resolve: noPackage })
  expect(missing).toThrowErrorMatchingInlineSnapshot(`
    [HarnessError: no anvil binary
      expected: an executable anvil
      found:    none at npm package @foundry-rs/anvil-linux-amd64, /opt/none/anvil
      do:       run \`npm ci\`, put anvil 1.7 on PATH, or name it with --anvil <path>]
  `)
  expect(() => findBinary('forge', { override: '/opt/none/forge' })).toThrow(
    expect.objectContaining({
      code: 'ANVIL_MISSING',
      details: expect.objectContaining({ found: 'none at /opt/none/forge' }),
    }),
  )
})

test('error: ANVIL_START_FAILED for a binary that does not run', () => {
  for (const binary of [write('broken', 'exit 3'), join(directory, 'none')]) {
    expect(() => readVersion(binary)).toThrow(expect.objectContaining({ code: 'ANVIL_START_FAILED' }))
  }
})
