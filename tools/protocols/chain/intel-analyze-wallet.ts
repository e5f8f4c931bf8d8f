import { type Address, erc20Abi, getAbiItem, getAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { findKnownAddress } from '../../kit/known-addresses.ts'
import {
  describeWindow,
  type LogWindow,
  readWindow,
  WINDOW_OUTPUT,
  WINDOW_PARAMETERS,
} from '../../kit/log-window.ts'
import { medianOf } from '../../kit/median.ts'
import { judgePrices, listFeeds, NO_STATE, renderMicroUsd, valueMicroUsd } from '../../kit/usd-price.ts'
import { isTrade, matchHoldings, type NetChange, netByTransaction, type TokenMove } from './wallet-profile.ts'

/** Counterparties that are listed. */
const MOST_COUNTERPARTIES = 10

const transfer = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/** Describe what an account did with tokens over a range of blocks, by its transfer logs. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_analyze_wallet',
  description: 'Profile an address over a bounded range: counterparties, holding times, trade sizes, profit.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['logs', 'value'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_analyze_wallet profiles what an address did with tokens in the last blocks: with whom, how large its trades were, how long it held, what the trades are worth now.',
  promptGuidelines: [
    'Native coins leave no logs and are not part of it.',
    'Profit compares what trades brought with what they took, both at the feed prices of now.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ account: AddressSchema, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    account: AddressSchema,
    ...WINDOW_OUTPUT,
    transactionCount: Type.Integer(),
    tradeCount: Type.Integer(),
    /** Trades that took a token without a price are not among the sizes and the profit. */
    pricedTradeCount: Type.Integer(),
    medianTradeUsd: Type.String(),
    largestTradeUsd: Type.String(),
    tradeProfitUsd: Type.String(),
    /** Whether a price by which any of this is valued is older than its feed's heartbeat allows. */
    isPriceStale: Type.Boolean(),
    counterparties: Type.Array(
      Type.Object({
        account: AddressSchema,
        label: Type.Union([Type.String(), Type.Null()]),
        transferCount: Type.Integer(),
        volumeUsd: Type.String(),
      }),
    ),
    /** By FIFO, of what came and left within the range. */
    holdings: Type.Array(
      Type.Object({
        token: AddressSchema,
        symbol: Type.Union([Type.String(), Type.Null()]),
        turnedOverBaseUnits: BaseUnitsSchema,
        averageBlocks: Type.Number(),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read({ account: of, ...params }, ctx) {
    const account = getAddress(of)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const moves = await readMoves(ctx, account, window)
    ctx.step('value')
    const { worthOf, isPriceStale } = await readValues(ctx, moves)
    const changes = netByTransaction(moves)
    const trades = changes.filter(isTrade)
    const priced = trades.flatMap((trade) => valueTrade(trade, worthOf))
    const sizes = priced.map(({ gave }) => gave)
    return {
      account,
      ...describeWindow(window),
      transactionCount: changes.length,
      tradeCount: trades.length,
      pricedTradeCount: priced.length,
      medianTradeUsd: renderMicroUsd(medianOf(sizes)),
      largestTradeUsd: renderMicroUsd(sizes.reduce((most, size) => (size > most ? size : most), 0n)),
      tradeProfitUsd: renderMicroUsd(priced.reduce((sum, { gave, got }) => sum + got - gave, 0n)),
      isPriceStale,
      counterparties: describeCounterparties(ctx, moves, worthOf),
      holdings: matchHoldings(changes).map(({ token, turnedOver, averageBlocks }) => ({
        token,
        symbol: findToken(ctx.book, token)?.symbol ?? null,
        turnedOverBaseUnits: turnedOver.toString(),
        averageBlocks,
      })),
    }
  },
})

/** What an amount of a token is worth in millionths of a USD; undefined without a price. */
type WorthOf = (token: Address, amount: bigint) => bigint | undefined

/** Read what came and went, each transfer once, in the order of the chain; what an account sends to itself moves nothing. */
async function readMoves(
  { chain }: Pick<ToolContext, 'chain'>,
  account: Address,
  { fromBlock, toBlock }: LogWindow,
): Promise<TokenMove[]> {
  const query = { event: transfer, strict: true, fromBlock, toBlock } as const
  const [sent, received] = await Promise.all([
    chain.getLogs({ ...query, args: { from: account } }),
    chain.getLogs({ ...query, args: { to: account } }),
  ])
  return [...sent, ...received]
    .filter(({ args: { from, to } }) => !isAddressEqual(from, to))
    .toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
    .map(({ address, transactionHash, blockNumber, args: { from, to, value } }) => {
      const isIncoming = isAddressEqual(to, account)
      return {
        hash: transactionHash,
        blockNumber,
        token: getAddress(address),
        counterparty: isIncoming ? from : to,
        amount: isIncoming ? value : -value,
      }
    })
}

async function readValues(
  { book, chain }: Pick<ToolContext, 'book' | 'chain'>,
  moves: readonly TokenMove[],
): Promise<{ readonly worthOf: WorthOf; readonly isPriceStale: boolean }> {
  const named = new Set(moves.map(({ token }) => token))
  const tokens = [...named].map((token) => findToken(book, token)).filter((token) => token !== undefined)
  const state = await chain.readState({ ...NO_STATE, feeds: listFeeds(tokens) })
  const verdicts = judgePrices(tokens, state)
  const prices = new Map(
    tokens.map((token: TokenInfo, index) => [token.address, { token, price: verdicts[index]?.price }]),
  )
  return {
    worthOf: (address, amount) => {
      const known = prices.get(address)
      return known?.price && valueMicroUsd(amount, known.token.decimals, known.price)
    },
    isPriceStale: verdicts.some(({ price }) => price?.isStale),
  }
}

function valueTrade(trade: NetChange, worthOf: WorthOf): { readonly gave: bigint; readonly got: bigint }[] {
  const values = [...trade.byToken].map(([token, amount]) => worthOf(token, amount))
  if (values.some((value) => value === undefined)) return []
  const known = values.map((value) => value ?? 0n)
  const sumOf = (some: readonly bigint[]) => some.reduce((sum, value) => sum + value, 0n)
  return [
    { gave: -sumOf(known.filter((value) => value < 0n)), got: sumOf(known.filter((value) => value > 0n)) },
  ]
}

function describeCounterparties(
  { book }: Pick<ToolContext, 'book'>,
  moves: readonly TokenMove[],
  worthOf: WorthOf,
) {
  return [...Map.groupBy(moves, ({ counterparty }) => counterparty)]
    .map(([account, own]) => ({
      account,
      count: own.length,
      volume: own.reduce(
        (sum, { token, amount }) => sum + (worthOf(token, amount < 0n ? -amount : amount) ?? 0n),
        0n,
      ),
    }))
    .toSorted((a, b) => (a.volume < b.volume ? 1 : a.volume > b.volume ? -1 : b.count - a.count))
    .slice(0, MOST_COUNTERPARTIES)
    .map(({ account, count, volume }) => ({
      account,
      label: findKnownAddress(book, account)?.label ?? null,
      transferCount: count,
      volumeUsd: renderMicroUsd(volume),
    }))
}
