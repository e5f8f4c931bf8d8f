import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../cli/paths.ts'
import { HarnessError } from '../errors.ts'
import { readAblations, readMutants } from './mutant.ts'

let directory = ''
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-list-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const read = (text: string) => {
  const path = join(directory, 'list.yaml')
  writeFileSync(path, text)
  return readMutants(path)
}

const entry = (changes: Readonly<Record<string, string>> = {}) =>
  Object.entries({
    id: 'X1',
    fault: 'a fault',
    violates: '[I14]',
    layer: 'permit',
    edits: '[{ file: a.ts, find: a, replace: b }]',
    ...changes,
  })
    .map(([key, value], index) => `${index === 0 ? '- ' : '  '}${key}: ${value}\n`)
    .join('')

test('default: a fault; a control is marked', () => {
  const [fault, control] = read(`${entry()}${entry({ id: 'X2', control: 'true' })}`)
  expect(fault).toEqual({
    id: 'X1',
    fault: 'a fault',
    isControl: false,
    violates: ['I14'],
    layer: 'permit',
    edits: [{ file: 'a.ts', find: 'a', replace: 'b' }],
    killers: [],
  })
  expect(control).toMatchObject({ id: 'X2', isControl: true })
})

test.each([
  ['YAML that is none', `${entry()}  masked: [\n`, ':7:'],
  ['no list', 'id: X1\n', ':1:1'],
  ['an entry that is none', '- X1\n', ':1:3'],
  ['an id that stands there twice', entry() + entry(), ':6:3'],
  ['no fault', entry({ fault: '[]' }), ':2:3'],
  ['a control that is neither', entry({ control: 'maybe' }), ':6:3'],
  ['an invariant that there is not', entry({ violates: '[I9999]' }), ':3:3'],
  ['a layer that there is not', entry({ layer: 'moat' }), ':4:3'],
  ['edits that are none', entry({ edits: '[{ file: a.ts }]' }), ':5:3'],
  ['a member that there is not', entry({ killer: '[a.yaml]' }), ':6:3'],
])('error: BAD_USAGE with its line for %s', (_, text, place) => {
  let error: unknown
  try {
    read(text)
  } catch (cause) {
    error = cause
  }
  expect(error).toBeInstanceOf(HarnessError)
  expect((error as HarnessError).code).toBe('BAD_USAGE')
  expect((error as HarnessError).details.where).toContain(`list.yaml${place}`)
  expect((error as HarnessError).details.where).toMatch(/\| +\^$/)
})

test('error: BAD_USAGE for a list that there is not', () => {
  expect(() => readMutants(join(directory, 'none.yaml'))).toThrow('cannot be read')
})

test('default: every killer that is named is there', () => {
  const named = [
    ...readMutants().flatMap(({ killers }) => killers),
    ...readAblations().flatMap(({ tests }) => tests),
  ]
  expect(named.filter((name) => !existsSync(join(PROJECT_ROOT, name.replace(/#.*/, ''))))).toEqual([])
})
