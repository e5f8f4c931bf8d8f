import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './paths.ts'
import { createSourceReader } from './read-source.ts'

const file = 'scenarios/scripted/permit-ttl/single-use.yaml'
const text = readFileSync(join(PROJECT_ROOT, file), 'utf8')
const read = (hash: string) => createSourceReader({ files: { [file]: hash, 'scenarios/gone.yaml': hash } })

test('default', () => {
  expect(read(createHash('sha256').update(text).digest('hex'))(file)).toBe(text)
})

test('behavior: what is not as it was run, is gone, or was no part of the run is not read', () => {
  const readSource = read('0'.repeat(64))
  expect(readSource(file)).toBeUndefined()
  expect(readSource('scenarios/gone.yaml')).toBeUndefined()
  expect(readSource('package.json')).toBeUndefined()
})

test.each([
  'scenarios',
  '.',
  '',
  '../../dev/null',
  'a\0b',
  'x'.repeat(300),
])('behavior: what is no file is not read: %j', (file) => {
  const files = { [file]: createHash('sha256').update('').digest('hex') }
  expect(createSourceReader({ files })(file)).toBeUndefined()
})
