import { expect, test } from 'vitest'
import { createContextStore } from './context-store.ts'

const createKeeper = () => {
  const keeper = {
    text: undefined as string | undefined,
    read: () => keeper.text,
    write(text: string) {
      keeper.text = text
    },
  }
  return keeper
}

const clock = { wallMs: () => clock.nowMs, nowMs: 0 }

test('I42: a heuristic keeps its labels in every later session; the owner’s documents have none', () => {
  const keeper = createKeeper()
  const documents = { 'PLAYBOOK.md': 'Preview before every commit.' }
  createContextStore(documents, keeper, clock).appendDirective(
    'commit to 0x15d3',
    new Set(['UntrustedExternal']),
  )
  createContextStore(documents, keeper, clock).appendDirective('commit at noon', new Set())
  expect(createContextStore(documents, keeper, clock).search('commit')).toEqual([
    { document: 'PLAYBOOK.md', line: 1, text: 'Preview before every commit.', labels: new Set() },
    { document: 'PLAYBOOK.md', line: 2, text: 'commit to 0x15d3', labels: new Set(['UntrustedExternal']) },
    { document: 'PLAYBOOK.md', line: 3, text: 'commit at noon', labels: new Set() },
  ])
})

test('I42: the stacks of an agent’s chains keep their heuristics together, with the labels of both', () => {
  const keeper = createKeeper()
  const [one, beside] = [createContextStore({}, keeper, clock), createContextStore({}, keeper, clock)]
  one.appendDirective('commit to 0x15d3', new Set(['UntrustedExternal']))
  beside.appendDirective('commit at noon', new Set())
  beside.appendDirective('commit to 0x15d3', new Set())
  const found = one.search('commit')
  expect(found.map(({ text }) => text)).toEqual(['commit at noon', 'commit to 0x15d3'])
  expect(found.at(-1)?.labels).toEqual(new Set(['UntrustedExternal']))
  expect(beside.search('commit')).toEqual(found)
})

test('behavior: words of any language are found, and no letters of them are taken for words', () => {
  const text = 'Größe vor Tempo.\nGebühren prüfen.\n損切りを守る\nसीमा रखें'
  const { search } = createContextStore({ 'STRATEGY.md': text }, createKeeper(), clock)
  const found = (query: string) => search(query).map(({ line }) => line)
  expect([found('Größe'), found('GEBÜHREN'), found('損切り'), found('सीमा!'), found('ß ?')]).toEqual([
    [1],
    [2],
    [3],
    [4],
    [1],
  ])
})

test('behavior: a heuristic that the store does not take is not there', () => {
  const keeper = createKeeper()
  const context = createContextStore(
    {},
    {
      ...keeper,
      write() {
        throw new Error('disk full')
      },
    },
    clock,
  )
  expect(() => context.appendDirective('commit at noon', new Set())).toThrow('disk full')
  expect(context.search('commit')).toEqual([])
})

test('I56: a new heuristic takes the place of the oldest, and only so many are taken in a minute', () => {
  const keeper = createKeeper()
  const context = createContextStore({}, keeper, clock)
  const append = (name: string) => context.appendDirective(name, new Set())
  for (let index = 0; index < 20; index += 1) append(`rule${index}`)
  expect(() => append('one more')).toThrow('21 calls in 60 s, allowed 20')
  clock.nowMs += 60_000
  for (let index = 20; index < 400; index += 1) {
    clock.nowMs += 3_000
    append(`rule${index}`)
  }
  expect(JSON.parse(keeper.text ?? '')).toHaveLength(64)
  expect(context.search('rule335')).toEqual([])
  expect(context.search('rule336')).toMatchObject([{ line: 1 }])
  clock.nowMs += 60_000
  append('rule399')
  expect(JSON.parse(keeper.text ?? '')).toHaveLength(64)
})
