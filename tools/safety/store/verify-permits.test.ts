import { type Hex, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { sha256Text } from '../../core/sha256.ts'
import { buildPermitRow } from '../fixtures/build-permit.ts'
import type { AuditFindingKind } from './finding.ts'
import type { PermitRow } from './permit-rows.ts'
import { verifyPermits } from './verify-permits.ts'

const [ONE, OTHER]: readonly Hex[] = [`0x${'11'.repeat(32)}`, `0x${'12'.repeat(32)}`]
const SIMULATION: Hex = `0x${'22'.repeat(32)}`
const RAW: Hex = '0xabcd'
const SENT = { rawTransaction: RAW, transactionHash: keccak256(RAW) }

type Said = readonly [kind: string, body: object]
const issued = (permitId = ONE, changes = {}): Said => [
  'permit',
  { permitId, to: 'pending', simulationHash: SIMULATION, bodyHash: sha256Text('{}'), ...changes },
]
const consumed = (permitId = ONE, changes = {}): Said => [
  'consumed',
  { permitId, simulationHash: SIMULATION, ...changes },
]
const moved = (from: string, to: string, note: object = {}, permitId = ONE): Said => [
  'permit',
  { permitId, from, to, note },
]
const COMMITTED = [issued(), consumed(), moved('committing', 'committed')]

/** Hold rows against what entries say of them, in their order. */
const find = (said: readonly Said[], ...rows: readonly Partial<PermitRow>[]) =>
  verifyPermits(
    said.map(([kind, body], at) => ({
      index: at + 1,
      kind,
      body: JSON.stringify(body),
      previousHash: SIMULATION,
      hash: SIMULATION,
    })),
    rows.map((row) => buildPermitRow(row)),
  ).map(({ kind }) => kind)

test.each<[string, readonly Said[], readonly Partial<PermitRow>[]]>([
  ['issued', [issued()], [{}]],
  ['used', [issued(), consumed()], [{ state: 'committing' }]],
  ['signed', [issued(), consumed()], [{ state: 'committing', ...SENT }]],
  ['committed', COMMITTED, [{ state: 'committed', ...SENT }]],
  [
    'a signature',
    [issued(), consumed(), moved('committing', 'committed', { signature: '0x01' })],
    [{ state: 'committed' }],
  ],
  [
    'an act off the chain',
    [issued(), consumed(), moved('committing', 'committed', { receipt: 'kept' })],
    [{ state: 'committed' }],
  ],
  ['cancelled', [issued(), moved('pending', 'cancelled')], [{ state: 'cancelled' }]],
])('default: nothing is found of a permit that is %s', (_, said, rows) => {
  expect(find(said, ...rows)).toEqual([])
})

test.each<[string, AuditFindingKind, readonly Said[], readonly Partial<PermitRow>[]]>([
  ['one that the log does not know', 'permit-unexplained', [], [{}]],
  ['one that is gone', 'permit-unexplained', [issued()], []],
  ['one that was used and is gone', 'consumption-unexplained', [issued(), consumed()], []],
  ['another state', 'permit-state-differs', [issued(), moved('pending', 'cancelled')], [{}]],
  ['a body that changed', 'permit-body-differs', [issued()], [{ body: '{"a":1}' }]],
  ['a body of which nothing is said', 'permit-state-differs', [issued(ONE, { bodyHash: undefined })], [{}]],
  ['another simulation', 'permit-state-differs', [issued()], [{ simulationHash: ONE }]],
  [
    'another simulation when it was used',
    'permit-state-differs',
    [issued(), consumed(ONE, { simulationHash: ONE })],
    [{ state: 'committing' }],
  ],
  ['a use that nothing says', 'consumption-missing', [issued()], [{ state: 'committing' }]],
  [
    'an end by use that nothing says',
    'consumption-missing',
    [issued(), moved('pending', 'failed')],
    [{ state: 'failed' }],
  ],
  ['signed bytes of one that was not used', 'consumption-missing', [issued()], [SENT]],
  [
    'a second use',
    'consumption-repeated',
    [issued(), consumed(), consumed()],
    [{ state: 'committing', ...SENT }],
  ],
  [
    'a use after its end',
    'transition-from-terminal',
    [issued(), moved('pending', 'cancelled'), consumed()],
    [{ state: 'committing' }],
  ],
  ['a use of what was never issued', 'transition-unexplained', [consumed()], [{ state: 'committing' }]],
  [
    'a move from where it was not',
    'transition-unexplained',
    [issued(), moved('committing', 'committed')],
    [{ state: 'committed', ...SENT }],
  ],
  ['an end without its bytes', 'transaction-differs', COMMITTED, [{ state: 'committed' }]],
  [
    'bytes of another hash',
    'transaction-differs',
    COMMITTED,
    [{ state: 'committed', ...SENT, rawTransaction: '0xabce' }],
  ],
  [
    'bytes that the log does not name',
    'transaction-differs',
    [issued(), consumed(), moved('committing', 'committed', { hash: ONE })],
    [{ state: 'committed', ...SENT }],
  ],
  [
    'the bytes of another permit',
    'transaction-differs',
    [issued(), consumed(), issued(OTHER), consumed(OTHER)],
    [
      { state: 'committing', ...SENT },
      { permitId: OTHER, state: 'committing', ...SENT },
    ],
  ],
  ['an entry of no permit', 'entry-unreadable', [['consumed', {}]], []],
  ['an entry that says no state', 'entry-unreadable', [issued(), ['permit', { permitId: ONE }]], [{}]],
])('I13 I21 I49 I50: %s is found', (_, kind, said, rows) => {
  expect(find(said, ...rows)).toContain(kind)
})
