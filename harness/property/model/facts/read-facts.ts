import { type Address, erc20Abi, parseAbi } from 'viem'
import type { PriceFeedInfo } from '../../../../tools/core/address-book.ts'
import type { Intent } from '../../../vocabulary/intent.ts'
import type { ModelCall } from '../../../vocabulary/model-call.ts'
import { ACTORS } from '../../../world/actors.ts'
import { tokensOf } from '../known-tokens.ts'
import type { FeedFact, PriceFact } from '../price-model.ts'
import type { FactSource } from './fact-source.ts'
import type { AllowanceFact, CallFact, Facts } from './facts.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const multicallAbi = parseAbi(['function getEthBalance(address account) view returns (uint256)'])

/** Read what the judgement of an intent depends on. */
export async function readFacts(
  source: FactSource,
  wallMs: number,
  intent: Intent | undefined,
): Promise<Facts> {
  const { client, book } = source
  const [block, nonce, account, quote, allowance, owner, calls] = await Promise.all([
    client.getBlock(),
    client.getTransactionCount({ address: ACTORS.operator.address }),
    readAccount(source),
    readQuote(source, intent),
    readAllowance(source, intent),
    intent?.kind === 'position' ? intent.findOwner?.(source) : undefined,
    intent?.kind === 'calls' ? Promise.all(intent.calls.map((call) => readCall(source, call))) : [],
  ])
  return {
    now: { wallMs, chainSeconds: Number(block.timestamp) },
    baseFeeWei: block.baseFeePerGas ?? 0n,
    nonce,
    balances: new Map(
      tokensOf(book).map(({ symbol }, index) => [symbol, account.balances[index] ?? 0n] as const),
    ),
    prices: account.prices,
    allowances: account.allowances,
    ...(quote ? { quote } : {}),
    ...(allowance === undefined ? {} : { allowance }),
    ...(owner === undefined ? {} : { owner }),
    calls,
  }
}

/** Read balances, prices and allowances in one request. */
async function readAccount({ client, book, cage, spenders }: FactSource) {
  const { tokens } = book
  const multicall = { address: book.multicall as Address, abi: multicallAbi } as const
  const feeds = tokens.flatMap(({ feed, secondaryFeed }) => [feed, secondaryFeed])
  const pairs = tokens.flatMap((token) => spenders.map((spender) => ({ token, spender })))
  const answers = await client.multicall({
    multicallAddress: multicall.address,
    batchSize: 0,
    contracts: [
      ...tokens.map(
        ({ address }) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [cage] }) as const,
      ),
      { ...multicall, functionName: 'getEthBalance', args: [cage] } as const,
      ...feeds.flatMap((feed) =>
        feed ? [{ address: feed.address, abi: feedAbi, functionName: 'latestRoundData' } as const] : [],
      ),
      ...pairs.map(({ token: { address }, spender }) => {
        const args = [cage, spender] as const
        return { address, abi: erc20Abi, functionName: 'allowance', args } as const
      }),
    ],
  })
  const found = answers.map(({ result }) => result as unknown)
  const rounds = found.slice(tokens.length + 1).values()
  const readings = feeds.map(
    (feed) => feed && toReading(feed, rounds.next().value as readonly bigint[] | undefined),
  )
  const prices = new Map<string, PriceFact>()
  for (const [index, { symbol, feed }] of tokens.entries()) {
    if (feed) prices.set(symbol, { primary: readings[2 * index], secondary: readings[2 * index + 1] })
  }
  const amounts = found.slice(-pairs.length)
  const allowances = pairs.flatMap(({ token, spender }, index): readonly AllowanceFact[] => {
    const amount = amounts[index] as bigint | undefined
    return amount === undefined ? [] : [{ token: token.symbol, spender, amount }]
  })
  return { balances: found.slice(0, tokens.length + 1) as (bigint | undefined)[], prices, allowances }
}

const toReading = (
  { decimals, maxStalenessSeconds }: PriceFeedInfo,
  round: readonly bigint[] | undefined,
): FeedFact | undefined =>
  round && { answer: round[1] ?? 0n, decimals, updatedAtSeconds: Number(round[3]), maxStalenessSeconds }

/** Ask the market what it gives for the trade that is meant. */
const readQuote = async (
  { client, book }: FactSource,
  intent: Intent | undefined,
): Promise<Facts['quote']> =>
  intent?.kind === 'trade' && intent.amount > 0n
    ? intent.quote({ client, book }, intent.promised?.way)
    : undefined

/** Ask the protocol what a call depends on. */
async function readCall(source: FactSource, call: ModelCall): Promise<CallFact> {
  if (call.kind === 'trade') return { quote: call.amount > 0n ? await call.quote(source) : undefined }
  return call.kind === 'provide' ? { owner: await call.findOwner(source) } : {}
}

/** Read the allowance that an approval changes. */
async function readAllowance({ client, book, cage }: FactSource, intent: Intent | undefined) {
  const call = intent?.kind === 'calls' ? intent.calls.find(({ kind }) => kind === 'approve') : undefined
  if (call?.kind !== 'approve') return undefined
  const address = book.tokens.find(({ symbol }) => symbol === call.token)?.address
  if (address === undefined) return undefined
  const args = [cage, call.spender] as const
  return client.readContract({ address, abi: erc20Abi, functionName: 'allowance', args })
}
