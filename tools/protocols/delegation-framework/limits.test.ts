import { type Address, concat, type Hex, numberToHex } from 'viem'
import { expect, test } from 'vitest'
import { BASE } from './base.ts'
import {
  type Delegation,
  gatherDelegations,
  hashDelegation,
  type ManagerLog,
  ROOT_AUTHORITY,
} from './delegations.ts'
import { readLimit } from './limits.ts'

const BY = BASE.addresses[1]
const [TOKEN, OTHER, KEY] = [
  '0x00000000000000000000000000000000000000b2',
  '0x00000000000000000000000000000000000000C3',
  '0x00000000000000000000000000000000000000d4',
] as const satisfies readonly Address[]
const words = (...values: readonly bigint[]): Hex =>
  concat(values.map((value) => numberToHex(value, { size: 32 })))

test.each([
  [
    'an amount in each period',
    BY.periodEnforcer,
    concat([TOKEN, words(5n, 60n, 7n)]),
    { kind: 'period', token: TOKEN, amount: 5n, periodSeconds: 60n, startSeconds: 7n },
  ],
  [
    'an amount in all',
    BY.totalEnforcer,
    concat([TOKEN, words(5n)]),
    { kind: 'total', token: TOKEN, amount: 5n },
  ],
  ['calls', BY.callsEnforcer, words(3n), { kind: 'calls', count: 3n }],
  ['targets', BY.targetsEnforcer, concat([TOKEN, OTHER]), { kind: 'targets', addresses: [TOKEN, OTHER] }],
  ['redeemers', BY.redeemerEnforcer, OTHER, { kind: 'redeemers', addresses: [OTHER] }],
  [
    'methods',
    BY.methodsEnforcer,
    '0xa9059cbb095ea7b3',
    { kind: 'methods', selectors: ['0xa9059cbb', '0x095ea7b3'] },
  ],
  [
    'a time',
    BY.timeEnforcer,
    concat([numberToHex(4n, { size: 16 }), numberToHex(9n, { size: 16 })]),
    { kind: 'time', afterSeconds: 4n, beforeSeconds: 9n },
  ],
  ['what another enforcer limits', OTHER, words(3n), { kind: 'unknown' }],
  ['terms that are too long', BY.callsEnforcer, words(3n, 4n), { kind: 'unknown' }],
  ['no target', BY.targetsEnforcer, '0x', { kind: 'unknown' }],
  ['a period of nothing', BY.periodEnforcer, concat([TOKEN, words(5n, 0n, 7n)]), { kind: 'unknown' }],
] as const)('behavior: %s', (_, enforcer, terms, expected) => {
  expect(readLimit({ enforcer, terms }, BY)).toEqual(expected)
})

const delegation = (salt: bigint): Delegation => ({
  delegate: KEY,
  delegator: OTHER,
  authority: ROOT_AUTHORITY,
  caveats: [{ enforcer: BY.callsEnforcer, terms: words(3n), args: '0x' }],
  salt,
  signature: '0x12',
})

test('behavior: redemptions are counted for their own delegation, and signatures and arguments are no part of it', () => {
  const redeemed = (one: Delegation, redeemer: Address) =>
    ({
      eventName: 'RedeemedDelegation',
      args: { rootDelegator: OTHER, redeemer, delegation: one },
    }) as unknown as ManagerLog
  const [first, second] = [delegation(1n), delegation(2n)]
  const again = {
    ...first,
    signature: '0x34' as const,
    caveats: first.caveats.map((one) => ({ ...one, args: '0x5' as Hex })),
  }
  const disabled = { eventName: 'DisabledDelegation', args: { delegation: second } } as unknown as ManagerLog
  const seen = gatherDelegations([
    redeemed(first, KEY),
    redeemed(again, TOKEN),
    redeemed(first, KEY),
    disabled,
  ])
  expect(seen.map(({ hash, redemptions, redeemers }) => ({ hash, redemptions, redeemers }))).toEqual([
    { hash: hashDelegation(first), redemptions: 3, redeemers: [KEY, TOKEN] },
    { hash: hashDelegation(second), redemptions: 0, redeemers: [] },
  ])
})
