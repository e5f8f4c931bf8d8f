import type { Address, Hex, TransactionReceipt } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Simulation, StateReading } from '../../core/chain.ts'
import { buildReceipt } from '../fixtures/build-receipt.ts'
import type { Head } from './evidence.ts'
import {
  assertSameDemand,
  assertSameHead,
  assertSameReceipt,
  assertSameSimulation,
} from './second-provider.ts'

const TOKEN: Address = `0x${'11'.repeat(20)}`
const ACCOUNT: Address = `0x${'22'.repeat(20)}`
const [HASH, OTHER]: [Hex, Hex] = [`0x${'aa'.repeat(32)}`, `0x${'bb'.repeat(32)}`]

const LOG = { address: TOKEN, topics: [HASH], data: '0x01' } as const
const DISAGREE = expect.objectContaining({ code: 'PROVIDERS_DISAGREE' })

/** Every way in which one member differs. */
const vary = <T extends object>(value: T, others: Partial<T>) =>
  Object.entries(others).map(([member, other]) => [member, { ...value, [member]: other } as T] as const)

const FEED = { answer: 5n, decimals: 8, startedAtSeconds: 60n, updatedAtSeconds: 61n }
const STATE: StateReading = {
  balances: [7n],
  allowances: [8n],
  codeHashes: [HASH],
  feeds: [FEED],
  decimals: [6n],
  views: ['0x07'],
  blockNumber: 3n,
  timestampSeconds: 100n,
  chainId: 1,
  baseFeeWei: 1n,
}
const QUERY = {
  balances: [{ token: TOKEN, account: ACCOUNT }],
  allowances: [{ token: TOKEN, owner: ACCOUNT, spender: TOKEN }],
  codeHashes: [TOKEN],
  feeds: [TOKEN],
  decimals: [TOKEN],
  views: [{ to: TOKEN, data: '0x01020304' as const }],
}
const STATES = [
  ...vary(STATE, {
    balances: [6n],
    allowances: [undefined],
    codeHashes: [OTHER],
    decimals: [18n],
    views: [undefined],
    blockNumber: 4n,
    timestampSeconds: 101n,
    chainId: 2,
  }),
  ...vary(FEED, { answer: 6n, decimals: 18, startedAtSeconds: 0n, updatedAtSeconds: 99n }).map(
    ([member, feed]) => [`${member} of a feed`, { ...STATE, feeds: [feed] }] as const,
  ),
]
const CALL = { ok: true, returnData: '0x', gasUsed: 21_000n, logs: [LOG] } as const
const HEAD: Head = { hash: HASH, timestamp: 1n, baseFeePerGas: 1n, miner: null }
const MINED = { blockHash: HASH, blockNumber: 1n, transactionHash: HASH, transactionIndex: 0 }
const RECEIPT = buildReceipt({
  ...MINED,
  gasUsed: 2n,
  effectiveGasPrice: 2n,
  logs: [{ ...LOG, ...MINED, topics: [HASH], logIndex: 0, removed: false }],
})
const SIMULATION: Simulation = { calls: [CALL], before: STATE, after: STATE }

const LOGS = vary<{ readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }>(LOG, {
  address: ACCOUNT,
  topics: [OTHER],
  data: '0x02',
})

describe('what one provider says and the second one does not', () => {
  test('default: the same is the same', () => {
    assertSameSimulation(QUERY, SIMULATION, structuredClone(SIMULATION))
  })

  test.each(STATES)('I55: %s is seen before and after an action', (_, state) => {
    const say = (told: Partial<Simulation>) => () =>
      assertSameSimulation(QUERY, SIMULATION, { ...SIMULATION, ...told })
    expect(say({ before: state })).toThrow(DISAGREE)
    expect(say({ after: state })).toThrow(DISAGREE)
  })

  test('I55: what is read behind an action alone is seen there', () => {
    const query = { ...QUERY, allowances: [], feeds: [], behind: QUERY }
    const few = { ...STATE, allowances: [], feeds: [] }
    const simulation = { ...SIMULATION, before: few }
    assertSameSimulation(query, simulation, structuredClone(simulation))
    for (const [, after] of STATES) {
      expect(() => assertSameSimulation(query, simulation, { ...simulation, after })).toThrow(DISAGREE)
    }
  })

  test.each(
    vary<Simulation['calls'][number]>(CALL, { ok: false, returnData: '0x01', gasUsed: 20_999n, logs: [] }),
  )('I55: %s of a simulated call is seen', (_, call) => {
    expect(() => assertSameSimulation(QUERY, SIMULATION, { ...SIMULATION, calls: [call] })).toThrow(DISAGREE)
  })

  test.each(LOGS)('I55: %s of an event is seen', (_, log) => {
    const calls = [{ ...CALL, logs: [log] }]
    expect(() => assertSameSimulation(QUERY, SIMULATION, { ...SIMULATION, calls })).toThrow(DISAGREE)
  })

  test('I3 I55: what the cage asks its guardian to sign is seen, and that it asks', () => {
    const demand = { found: 9n, expected: 5n }
    assertSameDemand(demand, { ...demand })
    assertSameDemand(undefined, undefined)
    for (const other of [undefined, { ...demand, found: 8n }, { ...demand, expected: 6n }]) {
      expect(() => assertSameDemand(demand, other)).toThrow(DISAGREE)
      expect(() => assertSameDemand(other, demand)).toThrow(DISAGREE)
    }
  })

  test.each(
    vary<TransactionReceipt>(RECEIPT, {
      status: 'reverted',
      blockHash: OTHER,
      blockNumber: 2n,
      gasUsed: 1n,
      effectiveGasPrice: 1n,
      logs: [],
    }),
  )('I6 I55: %s of a receipt is seen', (_, receipt) => {
    expect(() => assertSameReceipt(RECEIPT, receipt)).toThrow(DISAGREE)
  })

  test.each(
    vary<Head>(HEAD, { hash: OTHER, timestamp: 2n, baseFeePerGas: 2n }),
  )('I55: %s of the head is seen', (_, head) => {
    expect(() => assertSameHead(HEAD, head)).toThrow(DISAGREE)
  })
})
