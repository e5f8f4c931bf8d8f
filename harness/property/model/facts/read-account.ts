import { type Address, erc20Abi, type PublicClient, parseAbi } from 'viem'
import type { AddressBook, PriceFeedInfo } from '../../../../tools/core/address-book.ts'
import { decodeFunctionResult } from '../../../../tools/core/decode-function-result.ts'
import { encodeFunctionData } from '../../../../tools/core/encode-function-data.ts'
import { type AggregatedAnswer, prepareAggregate, toWord } from '../../../chain/aggregate.ts'
import type { FeedFact, PriceFact } from '../price-model.ts'
import type { AllowanceFact } from './facts.ts'

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
const multicallAbi = parseAbi(['function getEthBalance(address account) view returns (uint256)'])

/** What is read of an account, whatever is meant to be done with it. */
export interface AccountFacts {
  /** Of the tokens of the book, then of the native coin; undefined where a token does not answer. */
  readonly balances: readonly (bigint | undefined)[]
  readonly prices: ReadonlyMap<string, PriceFact>
  /** Those that their tokens tell. */
  readonly allowances: readonly AllowanceFact[]
}

/** Prepare to read balances, prices and allowances in one request. */
export function prepareAccount({
  client,
  book,
  cage,
  spenders,
}: {
  readonly client: PublicClient
  readonly book: AddressBook
  readonly cage: Address
  /** Contracts that may hold an allowance. */
  readonly spenders: readonly Address[]
}): () => Promise<AccountFacts> {
  const { tokens } = book
  const multicall = book.multicall as Address
  const feeds = tokens.flatMap(({ feed, secondaryFeed }) => [feed, secondaryFeed])
  const pairs = tokens.flatMap((token) => spenders.map((spender) => ({ token, spender })))
  const aggregate = prepareAggregate(
    client,
    multicall,
    [
      ...tokens.map(({ address }) => ({
        target: address,
        callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [cage] }),
      })),
      {
        target: multicall,
        callData: encodeFunctionData({ abi: multicallAbi, functionName: 'getEthBalance', args: [cage] }),
      },
      ...feeds.flatMap((feed) => (feed ? [{ target: feed.address, callData: LATEST_ROUND }] : [])),
      ...pairs.map(({ token, spender }) => ({
        target: token.address,
        callData: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [cage, spender] }),
      })),
    ].map((read) => ({ ...read, allowFailure: true })),
  )
  return async () => {
    const answers = await aggregate()
    const rounds = answers.slice(tokens.length + 1).values()
    const readings = feeds.map((feed) => feed && toReading(feed, rounds.next().value))
    const prices = new Map<string, PriceFact>()
    for (const [index, { symbol, feed }] of tokens.entries()) {
      if (feed) prices.set(symbol, { primary: readings[2 * index], secondary: readings[2 * index + 1] })
    }
    const amounts = answers.slice(answers.length - pairs.length)
    const allowances = pairs.flatMap(({ token, spender }, index): readonly AllowanceFact[] => {
      const amount = toWord(amounts[index])
      return amount === undefined ? [] : [{ token: token.symbol, spender, amount }]
    })
    return { balances: answers.slice(0, tokens.length + 1).map(toWord), prices, allowances }
  }
}

const LATEST_ROUND = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' })

/** Length of five words in hex digits, with their 0x. */
const ROUND_LENGTH = 2 + 5 * 64

function toReading(
  { decimals, maxStalenessSeconds }: PriceFeedInfo,
  round: AggregatedAnswer | undefined,
): FeedFact | undefined {
  if (!round?.success || round.returnData.length < ROUND_LENGTH) return undefined
  const [, answer, , updatedAt] = decodeFunctionResult({
    abi: feedAbi,
    functionName: 'latestRoundData',
    data: round.returnData,
  })
  return { answer, decimals, updatedAtSeconds: Number(updatedAt), maxStalenessSeconds }
}
