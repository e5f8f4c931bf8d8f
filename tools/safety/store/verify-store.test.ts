import { expect, test } from 'vitest'
import type { AuditEntryView } from '../../core/safety-view.ts'
import { FACTS_KIND, readFacts } from './verify-facts.ts'
import { verifyStore } from './verify-store.ts'

const entry = (index: number, kind: string, body: string): AuditEntryView => ({
  index,
  kind,
  body,
  previousHash: '0x',
  hash: '0x',
})
const unreadable = (index: number, kind: string, found: string) => ({
  kind: 'entry-unreadable',
  where: `entry ${index}`,
  expected: `a ${kind} entry`,
  found,
})

test('default: what can be read is no finding', () => {
  const entries = [entry(1, 'note', '{}'), entry(2, FACTS_KIND, '{"meta phase":null}')]
  expect(verifyStore(entries, { permits: [], ledger: [] })).toEqual([])
})

test.each([
  'x',
  '',
  'null',
  '[1]',
  '7',
  '"{}"',
])('I50: an entry that reads %s is found, and said once', (body) => {
  for (const kind of ['note', FACTS_KIND, 'released', 'reorganised', 'permit', 'consumed']) {
    const found = verifyStore([entry(1, 'note', '{}'), entry(2, kind, body)], { permits: [], ledger: [] })
    expect(found).toEqual([unreadable(2, kind, body)])
  }
})

test('I59: facts that cannot be read say nothing of rows, and take nothing back', () => {
  const facts = readFacts([
    entry(1, FACTS_KIND, '{"meta phase":"0x01"}'),
    entry(2, FACTS_KIND, 'x'),
    entry(3, FACTS_KIND, 'null'),
    entry(4, FACTS_KIND, '["meta phase"]'),
  ])
  expect([...facts]).toEqual([['meta phase', '0x01']])
})

test('I50: spend without a ledger is not spoken of', () => {
  const body = JSON.stringify({ permitId: '0x01', loweredToUsdc: '5' })
  const entries = [entry(1, 'released', body)]
  expect(verifyStore(entries, { permits: [] })).toEqual([])
  expect(verifyStore(entries, { permits: [], ledger: [] })).toMatchObject([{ kind: 'ledger-differs' }])
})
