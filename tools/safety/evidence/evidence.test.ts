import { type Address, encodeErrorResult, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { NO_EFFECT } from '../../core/call-decoder.ts'
import type { AllowanceQuery, Simulation, WatchQuery } from '../../core/chain.ts'
import type { OperatorRoute } from '../../core/contract-account.ts'
import { indexDecoders } from '../../core/decoder-index.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import type { Expectation } from '../../core/outcome.ts'
import { type Call, planTransaction } from '../../core/plan.ts'
import { buildChain } from '../fixtures/build-chain.ts'
import { EMPTY_STATE } from '../fixtures/build-evidence.ts'
import { buildAsset, buildPolicy } from '../fixtures/build-policy.ts'
import { gatherEvidence } from './evidence.ts'
import type { AllowancePair } from './live-allowances.ts'

const CAGE: Address = `0x${'c'.repeat(40)}`
const OPERATOR: Address = `0x${'d'.repeat(40)}`
const BOOK = { chainId: 31_337, nativeSymbol: 'ETH', tokens: [], protocols: {} }
const HEAD = { timestamp: 1_000n, baseFeePerGas: 1n, miner: null, hash: `0x${'1'.repeat(64)}` } as const
const DISAGREE = { code: 'PROVIDERS_DISAGREE' }

const simulationOf = (call: Partial<Simulation['calls'][number]>): Simulation => ({
  before: EMPTY_STATE,
  after: EMPTY_STATE,
  calls: [{ ok: true, returnData: '0x', gasUsed: 9n, logs: [], ...call }],
})
const DEMAND = encodeErrorResult({ abi: policyCageAbi, errorName: 'GuardianRequired', args: [900n, 100n] })

/** A node whose cage asks for its guardian or not, and which says this of the nonce of an operator that is a contract. */
const node = ({ demands = false, operatorNonce = 4n }) =>
  buildChain({
    getBlock: async () => HEAD,
    getTransactionCount: async () => 0,
    readContract: async () => operatorNonce,
    simulate: async (_, __, environment) =>
      simulationOf(demands && environment?.storage === undefined ? { ok: false, returnData: DEMAND } : {}),
  })
const ROUTE: OperatorRoute = {
  sender: OPERATOR,
  gasOverhead: 0n,
  readNonce: (chain) =>
    chain.readContract({ address: OPERATOR, abi: policyCageAbi, functionName: 'totalShares' }) as never,
  readReceipt: (receipt) => receipt,
}

const gather = (
  chain: ReturnType<typeof node>,
  secondProvider?: typeof chain,
  route?: OperatorRoute,
  {
    policy = buildPolicy(),
    granted = [] as readonly AllowancePair[],
    expectation = {} as Partial<Expectation>,
    calls = [] as readonly Call[],
    decoders = indexDecoders([], BOOK),
  } = {},
) =>
  gatherEvidence(
    {
      plan: planTransaction(calls, expectation),
      permitId: `0x${'9'.repeat(64)}`,
      deadlineSeconds: 1_060n,
      head: HEAD,
      environment: {},
    },
    {
      chain,
      secondProvider,
      book: BOOK,
      account: CAGE,
      operator: OPERATOR,
      ...(route ? { route } : {}),
      policy,
      decoders,
      interfaces: { explainRevert: () => '' },
      wallMs: 1_000_000,
      granted,
    },
  )

test('I3 I55: whether the cage asks for its guardian rests on both providers', async () => {
  const demanding = node({ demands: true })
  const guardianDemand = { found: 900n, expected: 100n }
  expect(await gather(demanding)).toMatchObject({ guardianDemand })
  expect(await gather(demanding, demanding)).toMatchObject({ guardianDemand })
  await expect(gather(node({}), demanding)).rejects.toMatchObject(DISAGREE)
  await expect(gather(demanding, node({}))).rejects.toMatchObject(DISAGREE)
})

test('I55: the own nonce of an operator that is a contract rests on both providers', async () => {
  expect(await gather(node({}))).toMatchObject({ operatorNonce: 0n })
  expect(await gather(node({}), undefined, ROUTE)).toMatchObject({ operatorNonce: 4n })
  expect(await gather(node({}), node({}), ROUTE)).toMatchObject({ operatorNonce: 4n })
  await expect(gather(node({}), node({ operatorNonce: 5n }), ROUTE)).rejects.toMatchObject(DISAGREE)
})

test('I55: the head on which an action is judged rests on both providers', async () => {
  const other = { ...node({}), getBlock: async () => ({ ...HEAD, hash: `0x${'2'.repeat(64)}` }) as never }
  await expect(gather(node({}), node({}))).resolves.toMatchObject({ nonce: 0 })
  await expect(gather(node({}), other)).rejects.toMatchObject(DISAGREE)
})

describe('a position that the cage forgets', () => {
  const [READER, KEY] = [`0x${'b'.repeat(40)}`, `0x${'7'.repeat(64)}`] as const
  const policy = buildPolicy({ readers: [{ address: READER, protocol: 'vault' }] })
  const positions = [{ protocol: 'vault', key: KEY, kind: 'held', unitsDelta: -100n } as const]
  const place = { key: KEY, place: KEY, health: 1n }
  const lots = (units: bigint) => [{ units, index: 1n, claimableFrom: 0, legs: [] }]
  const listed = (units: bigint) =>
    encodeFunctionResult({
      abi: policyCageAbi,
      functionName: 'holdings',
      result: units === 0n ? [] : [{ ...place, reader: READER, lots: lots(units), readable: true }],
    })
  const readerAbi = parseAbi([
    'struct Leg { address token; int256 amount; }',
    'struct Lot { uint256 units; uint256 index; uint40 claimableFrom; Leg[] legs; }',
    'function holdings(address, bytes32, uint256[]) view returns (bytes32, uint256, Lot[])',
  ])
  const shown = (units: bigint) =>
    encodeFunctionResult({ abi: readerAbi, functionName: 'holdings', result: [KEY, 1n, lots(units)] })

  /** A node on which the cage lists 150 units, or others, before the action and none behind it, and so many are left. */
  const holding = (left: bigint, asked: number[] = [], was = 150n) => ({
    ...node({}),
    async simulate(_: unknown, { views = [] }: WatchQuery): Promise<Simulation> {
      asked.push(views.length)
      const isAsked = views.some(({ to }) => to === READER)
      const state = (listedUnits: bigint, units: bigint) => [
        ...(isAsked ? [shown(units)] : []),
        listed(listedUnits),
      ]
      const limits: Hex[] = ['0x', '0x', '0x', '0x']
      return {
        ...simulationOf({}),
        before: { ...EMPTY_STATE, views: state(was, 150n) },
        after: { ...EMPTY_STATE, views: [...limits, ...state(0n, left)] },
      }
    },
  })
  const ask = (chain: ReturnType<typeof holding>, second?: typeof chain, toleranceBps = 100) =>
    gather(chain, second, undefined, { policy, expectation: { positions, toleranceBps } })

  test('I33: is read where a plan states less than is listed to go', async () => {
    const asked: number[] = []
    const found = await ask(holding(50n, asked))
    expect(found.positions.shown).toMatchObject([{ before: { units: 150n }, after: { units: 50n } }])
    expect(found).toMatchObject({ actionClass: 'close-position' })
    expect(asked).toEqual([1, 2])
    expect((await ask(holding(50n), undefined, 5_000)).positions.shown).toBeUndefined()
  })

  test('I55: rests on both providers', async () => {
    expect((await ask(holding(50n), holding(50n))).positions.shown).toHaveLength(1)
    await expect(ask(holding(50n), holding(0n))).rejects.toMatchObject(DISAGREE)
    await expect(ask(holding(50n), holding(50n, [], 151n))).rejects.toMatchObject(DISAGREE)
  })
})

describe('what others may take', () => {
  const TOKEN: Address = `0x${'a'.repeat(40)}`
  const [ROUTER, OTHER]: readonly [Address, Address] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`]
  const policy = buildPolicy({ assets: [buildAsset({ token: TOKEN })], spenders: [ROUTER, OTHER] })
  const GRANT = { token: TOKEN, spender: OTHER }
  const CALL: Call = { to: TOKEN, valueWei: 0n, data: '0x12345678' }

  /** Simulate on a node that holds one allowance around the action, and say what was read before it each time. */
  const around = async (
    held: { readonly before: bigint | undefined; readonly after: bigint | undefined },
    {
      granted = [] as readonly AllowancePair[],
      ok = true,
      isShort = false,
      isSeenTwice = false,
      approves = false,
    } = {},
  ) => {
    const asked: (readonly Address[])[] = []
    const amountsOf = (queries: readonly AllowanceQuery[], amount: bigint | undefined) =>
      queries.map(({ spender }) => (spender === OTHER ? amount : 0n))
    const chain = {
      ...node({}),
      async simulate(_: unknown, watch: WatchQuery): Promise<Simulation> {
        asked.push(watch.allowances.map(({ spender }) => spender))
        const behind = watch.behind ?? watch
        return {
          calls: [{ ok, returnData: '0x', gasUsed: 9n, logs: [] }],
          before: { ...EMPTY_STATE, allowances: amountsOf(watch.allowances, held.before) },
          after: { ...EMPTY_STATE, allowances: isShort ? [] : amountsOf(behind.allowances, held.after) },
        }
      },
    }
    const second = isSeenTwice ? chain : undefined
    const approvals = [{ ...GRANT, amountBaseUnits: 0n }]
    const decode = () => ({ ...NO_EFFECT, functionName: 'approve', approvals })
    const approving = approves ? { calls: [CALL], decoders: { decode, decodeFormat: () => undefined } } : {}
    const { liveAllowances } = await gather(chain, second, undefined, { policy, granted, ...approving })
    const found = liveAllowances.find(({ spender }) => spender === OTHER)
    return { asked, before: found?.before, after: found?.after }
  }

  test('I62: what nobody granted is read behind the action alone, while nothing of it is left', async () => {
    expect(await around({ before: 0n, after: 0n })).toEqual({ asked: [[]], before: 0n, after: 0n })
    expect(await around({ before: 5n, after: 0n })).toEqual({ asked: [[]], before: 0n, after: 0n })
  })

  test('I62: what is left of what nobody granted is read before the action as well', async () => {
    const asked = [[], [ROUTER, OTHER]]
    expect(await around({ before: 5n, after: 5n })).toEqual({ asked, before: 5n, after: 5n })
    expect(await around({ before: 0n, after: 5n })).toEqual({ asked, before: 0n, after: 5n })
    expect(await around({ before: 5n, after: 5n }, { ok: false })).toEqual({ asked, before: 5n, after: 5n })
    expect((await around({ before: 5n, after: 5n }, { isSeenTwice: true })).asked).toEqual([
      ...asked.slice(0, 1),
      ...asked,
      ...asked.slice(1),
    ])
  })

  test('I62: what the action itself takes back stands until it is mined, whoever granted it', async () => {
    const { asked, ...found } = await around({ before: 5n, after: 0n }, { approves: true })
    expect(asked).toEqual([[OTHER]])
    expect(found).toEqual({ before: 5n, after: 0n })
  })

  test('I62: what was granted is read around the action', async () => {
    const asked = [[OTHER]]
    expect(await around({ before: 5n, after: 5n }, { granted: [GRANT] })).toEqual({
      asked,
      before: 5n,
      after: 5n,
    })
    expect(await around({ before: 5n, after: 0n }, { granted: [GRANT] })).toEqual({
      asked,
      before: 5n,
      after: 0n,
    })
  })

  test('I10: what a token or a node leaves out is not nothing', async () => {
    expect(await around({ before: undefined, after: undefined })).toMatchObject({
      before: undefined,
      after: undefined,
    })
    expect(await around({ before: 0n, after: 0n }, { isShort: true })).toMatchObject({ after: undefined })
    expect(await around({ before: 0n, after: 0n }, { isShort: true, ok: false })).toMatchObject({
      before: 0n,
    })
  })
})
