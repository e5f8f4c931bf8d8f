import { expect, test } from 'vitest'
import type { Json } from '../../../tools/core/json.ts'
import { checkData } from './check-data.ts'
import type { JudgedStep } from './judged-step.ts'

const DETAILS = { count: '5', flag: true, none: null, held: { a: 1, b: 'x' }, list: [{ a: 1 }, { a: 2 }] }
const problems = (data: Readonly<Record<string, Json>>) => {
  const found: string[] = []
  const step = { expect: { data }, outcome: { observation: { details: DETAILS } } } as unknown as JudgedStep
  checkData(step, (_, expected) => {
    found.push(String(expected))
  })
  return found.length
}

test.each<[string, Readonly<Record<string, Json>>]>([
  ['a text', { count: '5' }],
  ['a number and its text', { count: 5, 'held.a': '1' }],
  ['a comparison', { count: '> 4' }],
  ['null', { none: null }],
  ['a whole object or list', { held: { b: 'x', a: 1 }, list: [{ a: 1 }, { a: 2 }] }],
  ['a place in a list', { 'list.1.a': 2, flag: true }],
])('default: %s', (_, data) => {
  expect(problems(data)).toBe(0)
})

test.each<[string, Readonly<Record<string, Json>>]>([
  ['another text', { count: '6' }],
  ['a comparison that fails', { count: '> 5' }],
  ['another object', { held: { a: 1, b: 'y' } }],
  ['a part of an object', { held: { a: 1 } }],
  ['an object in place of nothing', { none: { a: 1 } }],
  ['objects of a list that differ', { list: [{ a: 1 }, { a: 3 }] }],
  ['a list in place of its text', { count: ['5'] }],
  ['null of what is not there', { absent: null }],
  ['null in what is not there', { 'absent.none': null }],
  ['the name of nothing', { absent: 'undefined' }],
  ['what every object has', { 'held.__proto__': {} }],
  ['the text of an object', { held: '[object Object]' }],
  ['the text of a truth', { flag: 'true' }],
  ['the text of null', { none: 'null' }],
])('error: %s', (_, data) => {
  expect(problems(data)).toBe(1)
})

test('error: a step without a result, though nothing is expected in it', () => {
  const found: string[] = []
  const step = { expect: { data: { absent: null } }, outcome: {} } as unknown as JudgedStep
  checkData(step, (_, expected) => {
    found.push(String(expected))
  })
  expect(found).toEqual(['a step that has a result'])
})
