import { type Address, pad } from 'viem'
import { expect, test } from 'vitest'
import type { Grant, GrantKeeper } from '../../core/grant-keeper.ts'
import { planSignature } from '../../core/plan.ts'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import type { KnownSignature } from '../../core/signature-reader.ts'
import { buildPermitBody, buildPermitRow } from '../fixtures/build-permit.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { serialiseBody } from '../permit/permit.ts'
import type { SafetyPolicy } from '../policy/policy.ts'
import type { PermitRow } from '../store/permit-rows.ts'
import { judgeResidual } from './halt-report.ts'
import { type ResidualDeps, readResidual } from './halt-residual.ts'

const [CAGE, READER, OTHER] = ['c1', 'b1', 'b2'].map((byte) => pad(`0x${byte}`, { size: 20 })) as [
  Address,
  Address,
  Address,
]
const KEY = pad('0x07')
const counted = (units: bigint, readable = true, legs: readonly { readonly amount: bigint }[] = []) => ({
  reader: READER,
  key: KEY,
  readable,
  lots: [{ units, legs }],
})

/** What else there is. */
interface Around {
  readonly permits?: readonly PermitRow[]
  /** Last second at which what was signed can be used. */
  readonly untilSeconds?: number
  readonly nowSeconds?: bigint
  /** The nonce that comes next. */
  readonly nonce?: number
  readonly assets?: SafetyPolicy['assets']
  readonly grants?: readonly Grant[]
  readonly keepers?: readonly GrantKeeper[]
  readonly signatures?: readonly KnownSignature[]
}

/** What is left where a cage counts some holdings, and protocols end some. */
async function readLeft(
  holdings: readonly ReturnType<typeof counted>[],
  positions: readonly PositionKeeper[] = [],
  {
    permits = [],
    untilSeconds,
    nowSeconds = 1n,
    nonce = 0,
    assets = [],
    grants = [],
    keepers = [],
    signatures = [],
  }: Around = {},
) {
  const chain = {
    getBlock: async () => ({ number: 1n, timestamp: nowSeconds }),
    getTransactionCount: async () => nonce,
    readState: async () => ({ balances: [] }),
    readContract: async () => holdings,
  }
  const left = await readResidual({
    store: { listPermits: () => permits, findLedgerEntry: () => ({ untilSeconds }) },
    chain,
    approvals: { readTo: async () => undefined, list: () => grants },
    clock: { setTimer: () => () => undefined },
    policy: buildPolicy({ assets, readers: [{ address: READER, protocol: 'one' }] }),
    signatures,
    grants: keepers,
    positions,
    account: CAGE,
    operator: CAGE,
    sender: CAGE,
  } as unknown as ResidualDeps)
  return { ...left, ...judgeResidual({ ...left, isPaused: true }) }
}
const ending = (reader: Address): PositionKeeper => ({
  listOpen: async () => [
    { positionId: '7', counted: { reader, key: KEY }, steps: [{ kind: 'close', params: {} }] },
  ],
})

test('default: nothing counted is nothing left', async () => {
  expect(await readLeft([])).toMatchObject({ exposures: [], unread: [], status: 'complete' })
  expect(await readLeft([counted(0n)])).toMatchObject({ exposures: [], status: 'complete' })
})

test('I57: what the cage counts and no protocol ends is left, and so is what cannot be read', async () => {
  for (const holding of [counted(1n), counted(0n, false)]) {
    expect(await readLeft([holding])).toMatchObject({
      exposures: [{ positionId: KEY }],
      open: [],
      status: 'disarmed',
    })
  }
})

test('I57: what no protocol ends is left unless its reader says that it is worth nothing', async () => {
  const left = async (...amounts: readonly bigint[]) =>
    (
      await readLeft([
        counted(
          5n,
          true,
          amounts.map((amount) => ({ amount })),
        ),
      ])
    ).exposures
  expect(await left(0n)).toEqual([])
  expect(await left(0n, 0n)).toEqual([])
  expect(await left(0n, 1n)).toEqual([{ positionId: KEY }])
  expect(await left(-1n)).toEqual([{ positionId: KEY }])
  const dust = [{ amount: 0n }]
  // A protocol that says how to end it is believed.
  expect((await readLeft([counted(5n, true, dust)], [ending(READER)])).exposures).toEqual([
    { positionId: '7' },
  ])
  expect((await readLeft([counted(5n, false, dust)])).exposures).toEqual([{ positionId: KEY }])
})

test('I57: what its protocol ends is told once, and the same key of another reader is another position', async () => {
  expect((await readLeft([counted(1n)], [ending(READER)])).exposures).toEqual([{ positionId: '7' }])
  expect((await readLeft([counted(1n)], [ending(OTHER)])).exposures).toEqual([
    { positionId: '7' },
    { positionId: KEY },
  ])
})

const SIGNED = serialiseBody(
  buildPermitBody({
    plan: planSignature({
      domain: { chainId: 1, verifyingContract: OTHER },
      types: { Mail: [{ name: 'value', type: 'uint256' }] },
      primaryType: 'Mail',
      message: { value: '7' },
    }),
  }),
)

test.each([
  'committing',
  'committed',
  'failed',
] as const)('I57: a signature of a permit that is %s is left up to its last second', async (state) => {
  const permits = [buildPermitRow({ state, body: SIGNED })]
  const at = (nowSeconds: bigint) => readLeft([], [], { permits, untilSeconds: 100, nowSeconds })
  expect(await at(100n)).toMatchObject({ status: 'paused', signatures: [{ untilSeconds: '100' }] })
  expect(await at(101n)).toMatchObject({ status: 'complete', signatures: [] })
})

test('I57: a transaction is left up to its deadline, while its nonce is not used', async () => {
  const body = serialiseBody(buildPermitBody({ deadlineSeconds: 60n }))
  const permits = [buildPermitRow({ state: 'committing', nonce: 4, rawTransaction: '0x02', body })]
  const at = (nowSeconds: bigint, nonce: number) => readLeft([], [], { permits, nowSeconds, nonce })
  expect(await at(60n, 4)).toMatchObject({
    status: 'paused',
    transactions: [{ nonce: 4, untilSeconds: '60' }],
  })
  expect(await at(60n, 5)).toMatchObject({ status: 'complete', transactions: [] })
  expect(await at(61n, 4)).toMatchObject({ status: 'complete', transactions: [] })
})

test('I57: a balance that gives no answer may be there, and so may what nobody reads of a contract that keeps allowances', async () => {
  const assets = [buildAsset({ token: OTHER, symbol: 'RISK', isStable: false })]
  expect(await readLeft([], [], { assets })).toMatchObject({
    exposures: [{ asset: 'RISK', baseUnits: 'unknown' }],
    status: 'disarmed',
  })
  const grants = [{ token: OTHER, spender: READER, owner: CAGE, keeper: READER }]
  expect(await readLeft([], [], { grants })).toMatchObject({
    unread: [`the allowances of ${READER}`],
    status: 'paused',
  })
})

test('I57: a signature of which nothing tells whether it is used up is left, and can be ended', async () => {
  const cancel = [{ to: OTHER, valueWei: 0n, data: '0x01' }] as const
  const reader = (isDead: () => Promise<boolean>): KnownSignature => ({
    type: 'Mail(uint256 value)',
    verifier: OTHER,
    read: () => ({ authorities: [] }),
    findLiveness: () => ({ isDead, cancel }),
  })
  const permits = [buildPermitRow({ state: 'committed', body: SIGNED })]
  const read = (isDead: () => Promise<boolean>) =>
    readLeft([], [], { permits, untilSeconds: 100, signatures: [reader(isDead)] })
  expect((await read(() => Promise.reject(new Error('503')))).signatures).toMatchObject([{ cancel }])
  expect((await read(async () => false)).signatures).toMatchObject([{ cancel }])
  expect((await read(async () => true)).signatures).toEqual([])
})

test('I48: what draws on the allowances of tokens is taken back before these', async () => {
  const keeper = (subject: string, address?: Address): GrantKeeper => ({
    ...(address ? { keeper: address } : {}),
    subject,
    readLog: async () => [],
    readLive: async () => ({ grants: [], revocations: [{ item: subject, owner: CAGE, calls: [] }] }),
  })
  const { revocations } = await readLeft([], [], { keepers: [keeper('tokens'), keeper('others', OTHER)] })
  expect(revocations.map(({ item }) => item)).toEqual(['others', 'tokens'])
})
