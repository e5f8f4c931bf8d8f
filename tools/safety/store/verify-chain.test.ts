import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { GENESIS_HASH, hashEntry } from './hash-entry.ts'
import { verifyChain } from './verify-chain.ts'

/** An entry with a hash of its own, after whatever it says. */
const write = (index: number, body: string, previousHash: Hex, kind = 'note') => ({
  index,
  kind,
  body,
  previousHash,
  hash: hashEntry(index, kind, body, previousHash),
})
const FIRST = write(1, '{"a":1}', GENESIS_HASH)
const SECOND = write(2, '{"b":1}', FIRST.hash)
const THIRD = write(3, '{"c":1}', SECOND.hash)

test('default: entries that follow each other, from the beginning or from one of them on', () => {
  expect(verifyChain([FIRST, SECOND, THIRD])).toEqual([])
  expect(verifyChain([SECOND, THIRD], { entries: 1, hash: FIRST.hash })).toEqual([])
})

test.each([
  ['an entry written anew with a hash of its own', [write(1, '{"a":2}', GENESIS_HASH), SECOND, THIRD], 2],
  ['the last entry in another place', [FIRST, SECOND, write(3, '{"c":1}', FIRST.hash)], 3],
  ['a beginning that follows something', [write(1, '{"a":1}', THIRD.hash)], 1],
])('I50: %s is found', (_, entries, at) => {
  expect(verifyChain(entries)).toMatchObject([{ kind: 'entry-misplaced', where: `entry ${at}` }])
})

test.each([
  ['number', { index: 3 }],
  ['kind', { kind: 'other' }],
  ['body', { body: '{}' }],
  ['place', { previousHash: GENESIS_HASH }],
])('I50: the hash of an entry covers its %s', (_, change) => {
  expect(verifyChain([FIRST, { ...SECOND, ...change }]).map(({ kind }) => kind)).toContain('entry-changed')
})
