import { type Address, pad } from 'viem'
import { expect, test } from 'vitest'
import type { PositionKeeper } from '../../core/position-keeper.ts'
import { buildPolicy } from '../fixtures/build-policy.ts'
import { judgeResidual } from './halt-report.ts'
import { type ResidualDeps, readResidual } from './halt-residual.ts'

const [CAGE, READER, OTHER] = ['c1', 'b1', 'b2'].map((byte) => pad(`0x${byte}`, { size: 20 })) as [
  Address,
  Address,
  Address,
]
const KEY = pad('0x07')
const counted = (units: bigint, readable = true) => ({
  reader: READER,
  key: KEY,
  readable,
  lots: [{ units }],
})

/** What is left where a cage counts some holdings, and protocols end some. */
async function readLeft(
  holdings: readonly ReturnType<typeof counted>[],
  positions: readonly PositionKeeper[] = [],
) {
  const chain = {
    getBlock: async () => ({ number: 1n, timestamp: 1n }),
    readState: async () => ({ balances: [] }),
    readContract: async () => holdings,
  }
  const left = await readResidual({
    store: { listPermits: () => [], findLedgerEntry: () => undefined },
    chain,
    approvals: { readTo: async () => undefined, list: () => [] },
    clock: { setTimer: () => () => undefined },
    policy: buildPolicy({ readers: [{ address: READER, protocol: 'one' }] }),
    signatures: [],
    grants: [],
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

test('I57: what its protocol ends is told once, and the same key of another reader is another position', async () => {
  expect((await readLeft([counted(1n)], [ending(READER)])).exposures).toEqual([{ positionId: '7' }])
  expect((await readLeft([counted(1n)], [ending(OTHER)])).exposures).toEqual([
    { positionId: '7' },
    { positionId: KEY },
  ])
})
