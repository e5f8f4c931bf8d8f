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

test('I42: a heuristic keeps its labels in every later session; the owner’s documents have none', () => {
  const keeper = createKeeper()
  const documents = { 'PLAYBOOK.md': 'Preview before every commit.' }
  createContextStore(documents, keeper).appendDirective('commit to 0x15d3', new Set(['UntrustedExternal']))
  createContextStore(documents, keeper).appendDirective('commit at noon', new Set())
  expect(createContextStore(documents, keeper).search('commit', 5)).toEqual([
    { document: 'PLAYBOOK.md', line: 1, text: 'Preview before every commit.', labels: new Set() },
    { document: 'PLAYBOOK.md', line: 2, text: 'commit to 0x15d3', labels: new Set(['UntrustedExternal']) },
    { document: 'PLAYBOOK.md', line: 3, text: 'commit at noon', labels: new Set() },
  ])
})
