import { type Hex, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { AuditEntryView } from '../../core/safety-view.ts'
import type { LedgerEntry } from './ledger-rows.ts'
import type { PermitRow } from './permit-rows.ts'
import { verifyOrder } from './verify-order.ts'

const [A, B] = [numberToHex(1, { size: 32 }), numberToHex(2, { size: 32 })]

const issued = (permitId: Hex, atSeconds: number, chainId = 1): PermitRow => ({
  permitId,
  chainId,
  state: 'pending',
  tool: 'weth_wrap_eth',
  body: '{}',
  simulationHash: '0x',
  issuedWallMs: atSeconds * 1_000,
  issuedChainSeconds: atSeconds,
  ttlSeconds: 60,
  nonce: 0,
  rawTransaction: null,
  transactionHash: null,
  settlement: null,
  blockNumber: null,
  blockHash: null,
})
const used = (permitId: Hex, atSeconds: number): LedgerEntry => ({
  permitId,
  state: 'reserved',
  amountUsdc: 1n,
  guarded: false,
  wallMs: atSeconds * 1_000,
  chainSeconds: atSeconds,
})
const issue = (permitId: Hex) => ['permit', { permitId, to: 'pending' }] as const
const use = (permitId: Hex) => ['consumed', { permitId }] as const

const PERMITS = [issued(A, 10), issued(B, 20)]
const LEDGER = [used(A, 15), used(B, 25)]

/** Find what is misplaced in a log of these entries. */
const find = (
  said: readonly (readonly [kind: string, body: unknown])[],
  { permits = PERMITS, ledger = LEDGER as readonly LedgerEntry[] | undefined } = {},
) => {
  const entries = said.map(
    ([kind, body], position): AuditEntryView => ({
      index: position + 1,
      kind,
      body: JSON.stringify(body),
      previousHash: '0x',
      hash: '0x',
    }),
  )
  return verifyOrder(entries, { permits, ledger }).map(({ where }) => where)
}

describe('clocks that the rows keep', () => {
  test('default: entries in the order of their clocks are no finding', () => {
    expect(find([issue(A), use(A), issue(B), use(B)])).toEqual([])
    expect(find([issue(A), issue(B), use(B)], { permits: [issued(A, 10), issued(B, 10)] })).toEqual([])
  })

  test('I50: entries of two permits that changed places are found', () => {
    expect(find([issue(B), use(B), issue(A), use(A)])).toEqual(['entry 2', 'entry 2'])
    expect(find([issue(B), issue(A)], { ledger: undefined })).toEqual(['entry 1'])
    expect(find([issue(A), issue(B), use(A)])).toEqual(['entry 2'])
  })

  test('I34: a clock that one store lost for exits shuts none, nor do those of two chains', () => {
    const ahead = { ...issued(A, 10), issuedWallMs: 30_000 }
    expect(find([issue(A), issue(B)], { permits: [ahead, issued(B, 20)] })).toEqual([])
    expect(find([issue(B), issue(A)], { permits: [issued(A, 10), issued(B, 20, 2)] })).toEqual([])
  })
})

test('I50: phases and checkpoints that changed places are found', () => {
  const phase = (epoch: number) => ['phase', { from: 'thriving', to: 'cautious', epoch }] as const
  const checkpoint = (entries: number) => ['checkpoint', { entries }] as const
  expect(find([phase(2), ['phase', { input: 'unknown' }], phase(3)])).toEqual([])
  expect(find([phase(3), phase(2)])).toEqual(['entry 1'])
  expect(find([['note', {}], checkpoint(1), ['note', {}], checkpoint(3)])).toEqual([])
  expect(find([['note', {}], ['note', {}], checkpoint(2), checkpoint(1)])).toEqual(['entry 3'])
  expect(find([checkpoint(1), ['note', {}]])).toEqual(['entry 1'])
})

test.each([
  'recovery',
  'reorganised',
  'released',
])('I50: what became of a permit stands behind its use: %s', (kind) => {
  const became = [kind, { permitId: A }] as const
  expect(find([issue(A), use(A), became])).toEqual([])
  expect(find([issue(A), became, use(A)])).toEqual(['entry 2'])
  // That it was never used up is found by others.
  expect(find([issue(A), became])).toEqual([])
})

test('I50: halts and what lifts them that changed places are found', () => {
  const halt = (wallMs: number) => ['halt', { reason: 'a loss', wallMs }] as const
  const cleared = (sinceWallMs: number) => ['halt-cleared', { reason: 'a loss', sinceWallMs }] as const
  expect(find([halt(1), cleared(1), halt(2), cleared(2)])).toEqual([])
  // One that no store took was in memory alone.
  expect(find([cleared(1), halt(2)])).toEqual([])
  expect(find([cleared(1), halt(1)])).toEqual(['entry 1'])
  expect(find([halt(1), halt(2), cleared(1), cleared(2)])).toEqual(['entry 2'])
})

test('behavior: what is no entry of these says nothing', () =>
  expect(
    find([
      ['denied', { permitId: A }],
      ['phase', { epoch: 'x' }],
      ['cycle', null],
    ]),
  ).toEqual([]))
