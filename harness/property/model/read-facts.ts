import {
  type Address,
  concat,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  type PublicClient,
  parseAbi,
} from 'viem'
import type { AddressBook } from '../../../tools/core/address-book.ts'
import { BASE as UNISWAP_V3 } from '../../../tools/protocols/uniswap-v3/base.ts'
import { ACTORS } from '../../world/actors.ts'
import type { CageState } from './cage-model.ts'
import type { Facts, Quote } from './facts.ts'
import { type Intent, tokensOf } from './intent.ts'
import type { PriceFact } from './price-model.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const multicallAbi = parseAbi(['function getEthBalance(address account) view returns (uint256)'])
const cageAbi = parseAbi([
  'function totalShares() view returns (uint256)',
  'function highWaterMark() view returns (uint256)',
  'function lastRebalanceAt() view returns (uint256)',
  'function drawdownBps() view returns (uint256)',
])
const quoterAbi = parseAbi([
  'struct InputParams { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'struct OutputParams { address tokenIn; address tokenOut; uint256 amount; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(InputParams params) returns (uint256 amount, uint160 sqrtPriceX96After, uint32 ticks, uint256 gas)',
  'function quoteExactOutputSingle(OutputParams params) returns (uint256 amount, uint160 sqrtPriceX96After, uint32 ticks, uint256 gas)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amount, uint160[] after_, uint32[] ticks, uint256 gas)',
])

/** Fee tiers that a swap without one chooses from. */
const FEE_TIERS = [100, 500, 3_000, 10_000]

/** The harness' own eyes on one world. */
export interface FactReader {
  /** Read what the judgement of an intent depends on. */
  read(wallMs: number, intent: Intent | undefined): Promise<Facts>
  /** Read what the cage remembers before anything was done. */
  readCage(facts: Facts, wrappedSymbol: string): Promise<CageState>
  /** What the inputs of vitality are; undefined when they cannot be read. */
  readVitality(): Promise<{ readonly drawdownBps: number; readonly gasBalanceWei: bigint } | undefined>
}

/** Create a reader over a client that the stack does not know. */
export function createFactReader(
  client: PublicClient,
  book: AddressBook,
  cage: Address,
  spenders: readonly Address[],
): FactReader {
  const uniswapV3 = UNISWAP_V3.find(book)
  const multicall3 = book.multicall
  const sender = ACTORS.operator.address
  const tokens = book.tokens
  const feeds = tokens.flatMap(({ feed, secondaryFeed }) => [feed, secondaryFeed])
  const pairs = tokens.flatMap((token) => spenders.map((spender) => ({ token, spender })))

  const call = async (data: Hex): Promise<Hex | undefined> => {
    try {
      return uniswapV3 && (await client.call({ to: uniswapV3.quoter, data })).data
    } catch {
      return undefined
    }
  }
  const addressOf = (symbol: string) => tokens.find((token) => token.symbol === symbol)?.address

  const quoteOnce = async (
    { path, exact, amount }: Extract<Intent, { kind: 'swap' }>,
    feeTiers: readonly number[],
  ): Promise<Quote | undefined> => {
    const addresses = path.map(addressOf)
    const [tokenIn, tokenOut] = [addresses[0], addresses.at(-1)]
    const [fee] = feeTiers
    if (tokenIn === undefined || tokenOut === undefined || fee === undefined) return undefined
    const pair = { tokenIn, tokenOut, fee, sqrtPriceLimitX96: 0n }
    const [functionName, data] =
      path.length > 2
        ? ([
            'quoteExactInput',
            encodeFunctionData({
              abi: quoterAbi,
              functionName: 'quoteExactInput',
              args: [encodePath(addresses as Address[], feeTiers), amount],
            }),
          ] as const)
        : exact === 'input'
          ? ([
              'quoteExactInputSingle',
              encodeFunctionData({
                abi: quoterAbi,
                functionName: 'quoteExactInputSingle',
                args: [{ ...pair, amountIn: amount }],
              }),
            ] as const)
          : ([
              'quoteExactOutputSingle',
              encodeFunctionData({
                abi: quoterAbi,
                functionName: 'quoteExactOutputSingle',
                args: [{ ...pair, amount }],
              }),
            ] as const)
    const answer = await call(data)
    if (answer === undefined || answer === '0x') return undefined
    const [found] = decodeFunctionResult({ abi: quoterAbi, functionName, data: answer }) as readonly [bigint]
    const quote =
      exact === 'input' ? { amountIn: amount, amountOut: found } : { amountIn: found, amountOut: amount }
    return quote.amountOut === 0n || quote.amountIn === 0n ? undefined : { feeTiers, ...quote }
  }
  const quote = async (intent: Extract<Intent, { kind: 'swap' }>): Promise<Quote | undefined> => {
    const isPath = intent.path.length > 2
    const tiers =
      intent.promised?.feeTiers ?? intent.feeTiers ?? (isPath ? await findTiers(intent) : undefined)
    const found = await Promise.all(
      (tiers ? [tiers] : FEE_TIERS.map((tier) => [tier])).map((candidate) => quoteOnce(intent, candidate)),
    )
    const better = (a: Quote, b: Quote) =>
      intent.exact === 'input' ? a.amountOut > b.amountOut : a.amountIn < b.amountIn
    return found.reduce(
      (best, next) => (next && (best === undefined || better(next, best)) ? next : best),
      undefined,
    )
  }
  /** A path without tiers goes, hop by hop, through the pool that pays the most. */
  const findTiers = async (intent: Extract<Intent, { kind: 'swap' }>): Promise<readonly number[]> => {
    const tiers: number[] = []
    let { amount } = intent
    for (const [index, token] of intent.path.slice(1).entries()) {
      const hop = await quote({ ...intent, path: [intent.path[index] ?? '', token], amount })
      if (hop === undefined) return []
      tiers.push(...hop.feeTiers)
      amount = hop.amountOut
    }
    return tiers
  }
  const readAllowance = (intent: Intent | undefined) => {
    const modelCall =
      intent?.kind === 'modelCalls' ? intent.modelCalls.find(({ kind }) => kind === 'approve') : undefined
    const token = modelCall?.kind === 'approve' ? addressOf(modelCall.token) : undefined
    return modelCall?.kind === 'approve' && token
      ? client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: 'allowance',
          args: [cage, modelCall.spender],
        })
      : undefined
  }

  return {
    async read(wallMs, intent) {
      const [block, nonce, answers, found, allowance] = await Promise.all([
        client.getBlock(),
        client.getTransactionCount({ address: sender }),
        client.multicall({
          multicallAddress: multicall3 as Address,
          batchSize: 0,
          contracts: [
            ...tokens.map(
              ({ address }) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [cage] }) as const,
            ),
            {
              address: multicall3 as Address,
              abi: multicallAbi,
              functionName: 'getEthBalance',
              args: [cage],
            } as const,
            ...feeds.flatMap((feed) =>
              feed ? [{ address: feed.address, abi: feedAbi, functionName: 'latestRoundData' } as const] : [],
            ),
            ...pairs.map(
              ({ token, spender }) =>
                ({
                  address: token.address,
                  abi: erc20Abi,
                  functionName: 'allowance',
                  args: [cage, spender],
                }) as const,
            ),
          ],
        }),
        intent?.kind === 'swap' && intent.amount > 0n ? quote(intent) : undefined,
        readAllowance(intent),
      ])
      const rounds = answers.slice(tokens.length + 1).values()
      const readings = feeds.map((feed) => {
        const round = feed && (rounds.next().value?.result as readonly bigint[] | undefined)
        return (
          feed &&
          round && {
            answer: round[1] ?? 0n,
            decimals: feed.decimals,
            updatedAtSeconds: Number(round[3]),
            maxStalenessSeconds: feed.maxStalenessSeconds,
          }
        )
      })
      const prices = new Map<string, PriceFact>()
      for (const [index, { symbol, feed }] of tokens.entries()) {
        if (feed) prices.set(symbol, { primary: readings[2 * index], secondary: readings[2 * index + 1] })
      }
      return {
        now: { wallMs, chainSeconds: Number(block.timestamp) },
        baseFeeWei: block.baseFeePerGas ?? 0n,
        nonce,
        balances: new Map(
          tokensOf(book).map(({ symbol }, index) => [
            symbol,
            (answers[index]?.result as bigint | undefined) ?? 0n,
          ]),
        ),
        prices,
        allowances: pairs.flatMap(({ token, spender }, index) => {
          const amount = answers.slice(-pairs.length)[index]?.result as bigint | undefined
          return amount === undefined ? [] : [{ token: token.symbol, spender, amount }]
        }),
        ...(found ? { quote: found } : {}),
        ...(allowance === undefined ? {} : { allowance }),
      }
    },
    async readCage({ balances, prices }, wrappedSymbol) {
      const read = (functionName: 'totalShares' | 'highWaterMark' | 'lastRebalanceAt') =>
        client.readContract({ address: cage, abi: cageAbi, functionName })
      const [totalShares, mark, lastRebalanceAt] = await Promise.all([
        read('totalShares'),
        read('highWaterMark'),
        read('lastRebalanceAt'),
      ])
      const native = balances.get(book.nativeSymbol) ?? 0n
      return {
        totalShares,
        mark,
        candidate: 0n,
        sampledAt: 0,
        samples: 0,
        lastRebalanceAt: Number(lastRebalanceAt),
        counted: new Map(
          [...balances].map(([token, amount]) => [token, token === wrappedSymbol ? amount + native : amount]),
        ),
        lastPrice: new Map([...prices].map(([token, { primary }]) => [token, primary?.answer ?? 0n])),
        hours: new Map(),
        unguarded: new Map(),
        isExact: true,
      }
    },
    async readVitality() {
      try {
        const [drawdownBps, gasBalanceWei] = await Promise.all([
          client.readContract({ address: cage, abi: cageAbi, functionName: 'drawdownBps' }),
          client.getBalance({ address: sender }),
        ])
        return { drawdownBps: Number(drawdownBps), gasBalanceWei }
      } catch {
        return undefined
      }
    },
  }
}

/** A path as Uniswap's periphery reads it: token, fee, token, … */
const encodePath = (tokens: readonly Address[], feeTiers: readonly number[]): Hex =>
  concat(
    tokens.flatMap((token, index) => {
      const feeTier = feeTiers[index]
      return feeTier === undefined ? [token] : [token, numberToHex(feeTier, { size: 3 })]
    }),
  )
