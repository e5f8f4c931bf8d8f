import { expect, test } from 'vitest'
import { defineKind, type Kind, serveKind, stampActions } from '../core/action.ts'
import { gatherActions } from './action-kind.ts'
import { nameKind } from './kind-names.ts'

const kindOf = (kind: string, aliases?: readonly string[]) =>
  defineKind({
    kind,
    description: kind,
    params: {},
    choice: { by: 'named' },
    ...(aliases ? { aliases } : {}),
  }) as Kind
const serve = (kind: Kind, write: string) =>
  stampActions('venue', [
    serveKind(kind, { tool: { name: write }, venue: {}, offer: async () => ({ params: {} }) }),
  ])
const LEND = kindOf('lend-out', ['deposit'])
const PLEDGE = kindOf('pledge')

test('default: its name, what it declares, and the short name of its tool, with hyphens or underscores', () => {
  const kinds = gatherActions([...serve(LEND, 'venue_lend_asset'), ...serve(PLEDGE, 'other_pledge_it')])
  const asked = ['lend-out', 'lend_out', 'deposit', 'lend-asset', 'lend_asset', 'pledge_it']
  expect(asked.map((name) => nameKind(name, kinds))).toEqual([...Array(5).fill('lend-out'), 'pledge'])
  expect(['', 'lend', 'venue_lend_asset', '__proto__'].map((name) => nameKind(name, kinds))).toEqual([
    '',
    'lend',
    'venue_lend_asset',
    '__proto__',
  ])
})

test('behavior: a short name that two kinds have means none, and a kind keeps its own', () => {
  const kinds = gatherActions([
    ...serve(LEND, 'venue_move_asset'),
    ...serve(PLEDGE, 'other_move_asset'),
    ...serve(kindOf('stake'), 'other_pledge'),
  ])
  expect(nameKind('move_asset', kinds)).toBe('move_asset')
  expect(nameKind('pledge', kinds)).toBe('pledge')
  expect(kinds.map(({ aliases }) => aliases)).toEqual([['deposit'], [], []])
})

test('error: RangeError where a declared alias means another kind', () => {
  const gather = (other: Kind) => () => gatherActions([...serve(LEND, 'a_b'), ...serve(other, 'c_d')])
  expect(gather(kindOf('stake', ['deposit']))).toThrow('"deposit" cannot mean action kind "stake"')
  expect(gather(kindOf('stake', ['lend-out']))).toThrow('it means "lend-out"')
})
