import { type Address, type Hex, zeroAddress } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import type { StateQuery, StateReading, ViewQuery } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { Lot } from '../../core/position.ts'
import { positionReaderAbi } from '../../core/position-reader-abi.ts'
import type { PositionSource } from '../../core/position-source.ts'
import { describeNative, findToken } from '../../core/tokens.ts'
import { judgePrices, listFeeds, NO_STATE, type PriceVerdict, type UsdPrice } from '../../kit/usd-price.ts'

/** What tools that read portfolios are given. */
type Reading = Pick<ToolContext, 'account' | 'book' | 'positionSources' | 'step'> & {
  readonly chain: Pick<ToolContext['chain'], 'readState'>
}

/** What cannot be told of an account's positions, and why. */
export interface Unread {
  readonly protocol: string
  /** The position; null where it is not known which there are. */
  readonly key: Hex | null
  readonly reason: string
}

/** What a reader showed under one key; lots without units are left out. */
export interface HeldPosition {
  readonly protocol: string
  readonly reader: Address
  readonly key: Hex
  /** Tokens that its reader splits it into, in the order in which it takes their prices. */
  readonly assets: readonly Address[]
  readonly place: Hex
  readonly health: bigint
  readonly lots: readonly Lot[]
}

/** What an account has, all of it at one block. */
export interface Portfolio {
  readonly state: StateReading
  /** The native coin, then the tokens of the book; balances of the state and prices are in their order. */
  readonly tokens: readonly TokenInfo[]
  readonly prices: readonly PriceVerdict[]
  readonly positions: readonly HeldPosition[]
  readonly unread: readonly Unread[]
}

/** A key of a reader under which the account may have something. */
interface Candidate {
  readonly protocol: string
  readonly reader: Address
  readonly key: Hex
}

interface Found {
  readonly candidates: readonly Candidate[]
  readonly unread: readonly Unread[]
}

/** Read all that an account has, in three requests; what changes between them counts as unread. */
export async function readPortfolio(ctx: Reading, account: Address): Promise<Portfolio> {
  const tokens = [describeNative(ctx.book), ...ctx.book.tokens]
  const query: StateQuery = {
    ...NO_STATE,
    balances: tokens.map(({ address }) => ({ token: address, account })),
    feeds: listFeeds(tokens),
  }
  const indexViews = listIndexViews(ctx, account)
  // Views share gas, each as much as any after it: what needs most of it comes last.
  const counted = {
    to: ctx.account,
    data: encodeFunctionData({ abi: policyCageAbi, functionName: 'holdings' }),
  }
  ctx.step('keys')
  const first = await ctx.chain.readState({ ...query, views: [...indexViews, counted] })
  const listed = findCandidates(ctx, account, first.views)
  ctx.step('tokens')
  const named = await ctx.chain.readState({
    ...NO_STATE,
    views: listed.candidates.map(({ reader, key }) => ({
      to: reader,
      data: encodeFunctionData({ abi: positionReaderAbi, functionName: 'tokens', args: [key] }),
    })),
  })
  const assets = named.views.map((answer) => attempt(answer, readAssets))
  ctx.step('positions')
  const before = judgePrices(tokens, first)
  const state = await ctx.chain.readState({
    ...query,
    views: [
      ...indexViews,
      ...listed.candidates.map((candidate, index) =>
        askHoldings(
          candidate,
          account,
          (assets[index] ?? []).map((asset) => toReaderPrice(ctx, asset, tokens, before)),
        ),
      ),
      counted,
    ],
  })
  const prices = judgePrices(tokens, state)
  const listedAgain = [...state.views.slice(0, indexViews.length), state.views.at(-1)]
  const hasMoved = keysOf(ctx, account, first.views) !== keysOf(ctx, account, listedAgain)
  const all: Unread = { protocol: 'all', key: null, reason: 'positions came or went while they were read' }
  const priceOf = (asset: Address, verdicts: readonly PriceVerdict[]) =>
    toReaderPrice(ctx, asset, tokens, verdicts)
  const shown = listed.candidates.map((candidate, index) =>
    judgePosition(candidate, {
      assets: assets[index],
      answer: state.views[indexViews.length + index],
      isPriced: (asset) => priceOf(asset, prices) !== 0n,
      hasMoved: (asset) => priceOf(asset, before) !== priceOf(asset, prices),
    }),
  )
  return {
    state,
    tokens,
    prices,
    positions: shown.flatMap(({ position }) => position ?? []),
    unread: [...listed.unread, ...(hasMoved ? [all] : []), ...shown.flatMap(({ unread }) => unread ?? [])],
  }
}

/** Name what was found, to tell whether it is the same later: the values in what a cage counts change by themselves. */
const keysOf = (ctx: Reading, account: Address, views: StateReading['views']): string =>
  JSON.stringify(findCandidates(ctx, account, views))

/** List the views that tell readers and keys, of each source in turn. */
function listIndexViews({ account: own, positionSources }: Reading, account: Address): readonly ViewQuery[] {
  return positionSources.flatMap(({ target, index }) => [
    { to: own, data: encodeFunctionData({ abi: policyCageAbi, functionName: 'codeOf', args: [target] }) },
    ...(index?.ask(target, account) ?? []),
  ])
}

/** Find under which keys of which readers the account may have something, by what the index views and the cage answered. */
function findCandidates(ctx: Reading, account: Address, views: StateReading['views']): Found {
  const isOwn = isAddressEqual(account, ctx.account)
  const counted = isOwn ? attempt(views.at(-1), readCounted) : []
  const unread: Unread[] = []
  const candidates = new Map<string, Candidate>()
  const known: Address[] = []
  let at = 0
  for (const source of ctx.positionSources) {
    const { protocol, target, index } = source
    const count = 1 + (index?.ask(target, account).length ?? 0)
    const [code, ...answers] = views.slice(at, at + count)
    at += count
    const reader = attempt(code, readReader)
    if (reader === undefined || isAddressEqual(reader, zeroAddress)) {
      unread.push({ protocol, key: null, reason: 'no reader of it is trusted' })
      continue
    }
    known.push(reader)
    const listed = listKeys(source, answers)
    if (listed?.missing !== undefined) unread.push({ protocol, key: null, reason: listed.missing })
    if (listed === undefined && !isOwn) {
      unread.push({ protocol, key: null, reason: 'it lists the positions of no account' })
    }
    const kept = (counted ?? []).filter((holding) => isAddressEqual(holding.reader, reader))
    for (const key of [...(listed?.keys ?? []), ...kept.map((holding) => holding.key)]) {
      candidates.set(`${reader}${key}`.toLowerCase(), { protocol, reader, key })
    }
  }
  if (counted === undefined) {
    unread.push({ protocol: 'all', key: null, reason: 'the account does not say what it counts' })
  }
  for (const { reader, key } of counted ?? []) {
    if (known.some((address) => isAddressEqual(address, reader))) continue
    unread.push({ protocol: 'unknown', key, reason: `it is counted by ${reader}, which no protocol has` })
  }
  return { candidates: [...candidates.values()], unread }
}

function listKeys({ index, target }: PositionSource, answers: readonly (Hex | undefined)[]) {
  if (index === undefined) return undefined
  try {
    return index.read(answers, target)
  } catch {
    return { keys: [], missing: 'what lists its positions answers something else' }
  }
}

/** Judge what a reader showed under one key; nothing where the account has nothing there. */
function judgePosition(
  { protocol, reader, key }: Candidate,
  seen: {
    readonly assets: readonly Address[] | undefined
    readonly answer: Hex | undefined
    isPriced(asset: Address): boolean
    hasMoved(asset: Address): boolean
  },
): { readonly position?: HeldPosition; readonly unread?: Unread } {
  const { assets, answer } = seen
  const cannot = (reason: string) => ({ unread: { protocol, key, reason } })
  const holding = assets && attempt(answer, readHoldings)
  if (assets === undefined || holding === undefined) return cannot('its reader does not answer')
  const { place, health, lots } = holding
  if (lots.length === 0) return {}
  // How a position is split between several assets follows from the prices that its reader is told.
  if (assets.length > 1 && assets.some((asset) => !seen.isPriced(asset))) {
    return cannot('what it holds depends on prices that are not known')
  }
  if (assets.length > 1 && assets.some(seen.hasMoved)) return cannot('prices changed while it was read')
  return { position: { protocol, reader, key, assets, place, health, lots } }
}

/** A price as readers take it, USD with 36 decimals for one base unit; 0 where it is unknown. */
export function toReaderPrice(
  { book }: Pick<Reading, 'book'>,
  asset: Address,
  tokens: readonly TokenInfo[],
  verdicts: readonly PriceVerdict[],
): bigint {
  const token = findToken(book, asset)
  const index = tokens.findIndex(({ address }) => address === token?.address)
  const price: UsdPrice | undefined = verdicts[index]?.price
  if (token === undefined || price === undefined) return 0n
  return (price.answer * 10n ** 36n) / 10n ** BigInt(price.decimals + token.decimals)
}

const readAssets = (data: Hex) =>
  decodeFunctionResult({ abi: positionReaderAbi, functionName: 'tokens', data })

/** Ask a reader what an account has under a key at these prices. */
export const askHoldings = (
  { reader, key }: Pick<HeldPosition, 'reader' | 'key'>,
  account: Address,
  readerPrices: readonly bigint[],
): ViewQuery => ({
  to: reader,
  data: encodeFunctionData({
    abi: positionReaderAbi,
    functionName: 'holdings',
    args: [account, key, readerPrices],
  }),
})

/** Read what a reader answered, without lots that have no units. @throws Error for what it cannot decode */
export function readHoldings(data: Hex): Pick<HeldPosition, 'place' | 'health' | 'lots'> {
  const [place, health, lots] = decodeFunctionResult({
    abi: positionReaderAbi,
    functionName: 'holdings',
    data,
  })
  return {
    place,
    health,
    lots: lots
      .filter(({ units }) => units > 0n)
      .map(({ claimableFrom, ...lot }) => ({
        ...lot,
        ...(claimableFrom === 0 ? {} : { claimableFromSeconds: claimableFrom }),
      })),
  }
}

const readCounted = (data: Hex) =>
  decodeFunctionResult({ abi: policyCageAbi, functionName: 'holdings', data }).map(({ reader, key }) => ({
    reader,
    key,
  }))

const readReader = (data: Hex): Address =>
  decodeFunctionResult({ abi: policyCageAbi, functionName: 'codeOf', data })[1]

/** Decode an answer; one that is missing or is something else is none. */
export function attempt<T>(answer: Hex | undefined, decode: (data: Hex) => T): T | undefined {
  if (answer === undefined) return undefined
  try {
    return decode(answer)
  } catch {
    return undefined
  }
}
