import { type Address, encodeAbiParameters, encodeFunctionResult, type Hex, maxUint256, pad } from 'viem'
import { expect, test } from 'vitest'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import type { StateQuery, StateReading } from '../../core/chain.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { positionReaderAbi } from '../../core/position-reader-abi.ts'
import { readPortfolio } from './read-portfolio.ts'
import { describePortfolio } from './value-portfolio.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const [CAGE, READER, TARGET, USD, COIN] = ['1', '2', '3', '4', '5'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const OTHER = address('6')
const KEY: Hex = pad('0x01', { size: 32 })
const ASK = { to: TARGET, data: '0x01' } as const
const feed = (digit: string) => ({
  address: address(digit),
  decimals: 8,
  maxStalenessSeconds: 3_600,
  isModel: true,
})
const BOOK = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [
    { symbol: 'USD', name: 'USD', address: USD, decimals: 6, feed: feed('7') },
    { symbol: 'COIN', name: 'COIN', address: COIN, decimals: 18, feed: feed('8') },
  ],
  wrappedNative: COIN,
  protocols: {},
}

interface World {
  readonly balance?: bigint | undefined
  /** Answers of the feeds at the first and the last reading. */
  readonly coin?: readonly [bigint, bigint]
  readonly usd?: bigint
  readonly reader?: Address
  readonly legs?: readonly { token: Address; amount: bigint }[]
  readonly isReadable?: boolean
  /** Keys that are listed at the first and the last reading. */
  readonly keys?: readonly [readonly Hex[] | undefined, readonly Hex[] | undefined]
  readonly isListed?: boolean
  readonly account?: Address
}

/** Read what an account has where one position holds legs, and count the requests. */
async function read(world: World) {
  const {
    coin = [3_000n * 10n ** 8n, 3_000n * 10n ** 8n],
    usd = 10n ** 8n,
    reader = READER,
    legs = [{ token: USD, amount: 5n }],
    isReadable = true,
    keys = [[KEY], [KEY]],
    isListed = true,
    account = CAGE,
  } = world
  let requests = 0
  const answer = ({ to, data }: { to: Address; data: Hex }): Hex | undefined => {
    const listed = keys[requests === 1 ? 0 : 1]
    if (to === TARGET) return listed && encodeAbiParameters([{ type: 'bytes32[]' }], [listed])
    if (to === CAGE && data === encodeFunctionData({ abi: policyCageAbi, functionName: 'holdings' })) {
      return encodeFunctionResult({ abi: policyCageAbi, functionName: 'holdings', result: [] })
    }
    if (to === CAGE) {
      return encodeFunctionResult({ abi: policyCageAbi, functionName: 'codeOf', result: [READER, reader] })
    }
    if (requests === 2) {
      const result = legs.map(({ token }) => token)
      return encodeFunctionResult({ abi: positionReaderAbi, functionName: 'tokens', result })
    }
    if (!isReadable) return undefined
    const lots = [{ units: 1n, index: 1n, claimableFrom: 0, legs }]
    return encodeFunctionResult({
      abi: positionReaderAbi,
      functionName: 'holdings',
      result: [KEY, maxUint256, lots],
    })
  }
  const readState = async (query: StateQuery): Promise<StateReading> => {
    requests += 1
    const price = (value: bigint) => ({
      answer: value,
      startedAtSeconds: 1n,
      updatedAtSeconds: 90n,
      decimals: 8,
    })
    return {
      balances: query.balances.map(({ token }) =>
        token === COIN ? ('balance' in world ? world.balance : 0n) : token === NATIVE_TOKEN ? 0n : 7n,
      ),
      allowances: [],
      codeHashes: [],
      feeds: query.feeds.map((at) =>
        price(at === address('7') ? usd : (coin[requests === 1 ? 0 : 1] as bigint)),
      ),
      decimals: [],
      views: (query.views ?? []).map(answer),
      blockNumber: 1n,
      timestampSeconds: 100n,
      chainId: 1,
      baseFeeWei: 0n,
    }
  }
  const index = {
    ask: () => [ASK],
    read: ([data]: readonly (Hex | undefined)[]) =>
      data === undefined ? { keys: [], missing: 'it is silent' } : { keys: data.length > 130 ? [KEY] : [] },
  }
  const portfolio = await readPortfolio(
    {
      account: CAGE,
      book: BOOK,
      chain: { readState },
      positionSources: [{ protocol: 'pools', target: TARGET, ...(isListed ? { index } : {}) }],
      step: () => undefined,
    },
    account,
  )
  return { ...describePortfolio(portfolio), requests }
}

test('behavior: what is held rounds down, what is owed rounds up', async () => {
  const legs = [
    { token: COIN, amount: 10n ** 9n - 1n },
    { token: COIN, amount: -(10n ** 9n) - 1n },
  ]
  const found = await read({ legs: [legs[0] as (typeof legs)[0]] })
  expect(found).toMatchObject({ requests: 3, isComplete: true, netMicroUsd: '9' })
  expect(found.positions[0]?.legs[0]).toMatchObject({ kind: 'held', valueMicroUsd: '2' })
  const owed = await read({ legs: [legs[1] as (typeof legs)[0]] })
  expect(owed.positions[0]?.legs[0]).toMatchObject({ kind: 'owed', valueMicroUsd: '-4' })
  expect(owed).toMatchObject({ netMicroUsd: '3', knownAssetsMicroUsd: '7', knownDebtsMicroUsd: '-4' })
})

test('behavior: a balance that cannot be read is no 0', async () => {
  const found = await read({ balance: undefined })
  expect(found).toMatchObject({ isComplete: false, netMicroUsd: null, knownAssetsMicroUsd: '12' })
  expect(found.tokens).toMatchObject([
    { symbol: 'USD' },
    { symbol: 'COIN', amountBaseUnits: null, problem: 'the token does not answer' },
  ])
})

test('behavior: a debt without a price keeps its amount and makes the total unknown', async () => {
  const found = await read({ usd: 0n, legs: [{ token: USD, amount: -5n }] })
  expect(found).toMatchObject({ isComplete: false, netMicroUsd: null, knownDebtsMicroUsd: '0' })
  expect(found.positions[0]?.legs).toMatchObject([
    { amountBaseUnits: '-5', valueMicroUsd: null, problem: 'the feed answers 0' },
  ])
})

test('behavior: a leg outside the book has no decimals and no value', async () => {
  const found = await read({ legs: [{ token: OTHER, amount: 5n }] })
  expect(found.netMicroUsd).toBe(null)
  expect(found.positions[0]?.legs).toMatchObject([{ decimals: null, problem: 'the token is not listed' }])
})

const PAIR = [
  { token: USD, amount: 5n },
  { token: COIN, amount: 5n },
]

test.each<[string, World]>([
  ['its reader does not answer', { isReadable: false }],
  ['what it holds depends on prices that are not known', { legs: PAIR, coin: [0n, 0n] }],
  ['prices changed while it was read', { legs: PAIR, coin: [10n ** 8n, 2n * 10n ** 8n] }],
  ['positions came or went while they were read', { keys: [[KEY], []] }],
  ['positions came or went while they were read', { keys: [[], [KEY]] }],
  ['it is silent', { keys: [undefined, undefined] }],
  ['no reader of it is trusted', { reader: '0x0000000000000000000000000000000000000000' }],
  ['it lists the positions of no account', { isListed: false, account: OTHER }],
])('behavior: unknown because %s', async (reason, world) => {
  const found = await read(world)
  expect(found).toMatchObject({ isComplete: false, netMicroUsd: null, unread: [{ reason }] })
})

test('behavior: of the own account a protocol without a list is complete by what the cage counts', async () => {
  expect(await read({ isListed: false })).toMatchObject({ isComplete: true, positions: [], unread: [] })
})
