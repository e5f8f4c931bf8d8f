import { type Abi, type Address, erc20Abi, type Hex, parseUnits } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { type Artifact, loadArtifact } from '../chain/artifacts.ts'
import { type ChainBuilder, createChainBuilder } from '../chain/chain-builder.ts'
import { presetBlockHashes } from '../chain/preset-block-hashes.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { CompiledContract, CompileUnit, Contracts } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import { loadPlainToken, PLAIN_TOKEN_PACKAGE } from '../protocols/erc20/plain-token.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import { listDeployed } from '../protocols/list-deployed.ts'
import type { Testbed, WorldBuilder } from '../protocols/testbed.ts'
import { ACTORS, type ActorName } from './actors.ts'
import { defaultPolicy } from './default-policy.ts'
import { UNPRICED_TOKEN } from './embedded-book.ts'
import { deployFixtures, type Fixtures } from './fixtures.ts'
import { keepReads } from './keep-reads.ts'
import { MAINNET_TOKENS, type TokenSymbol, USDT_IMPLEMENTATION } from './mainnet-addresses.ts'
import {
  ACTOR_ETHER,
  ACTOR_TOKENS,
  type Market,
  type MarketSymbol,
  type MarketToken,
  marketOf,
} from './market.ts'
import { SEQUENCER_UPTIME_FEED } from './model-feeds.ts'
import { placeCageCode } from './place-cage-code.ts'

/** Time of the first block of the embedded origin. */
export const GENESIS_SECONDS = 1_799_985_600

/** Time of the last block of the embedded origin: one mainnet slot before 1 800 000 000. */
export const HEAD_SECONDS = 1_799_999_988

/** Packages whose contracts the origin holds: those of the testbeds, and of the plain tokens. */
export const CONTRACT_PACKAGES: readonly string[] = [
  ...new Set([...Object.values(TESTBEDS).flatMap(({ packages }) => packages), PLAIN_TOKEN_PACKAGE]),
].sort()

/** Steps of {@link populateOrigin}, as progress names them. */
export const POPULATE_STEPS = [
  'protocols',
  'tokens',
  'feeds',
  'funds',
  'liquidity',
  'history',
  'cage',
] as const

/** One step of {@link populateOrigin}. */
export type PopulateStep = (typeof POPULATE_STEPS)[number]

/** Wraps what one protocol adds to the origin but for its rounds of trades, by its id; it has to run it once. */
export type ProtocolWatch = (protocol: string, add: () => Promise<void>, chain: WatchedChain) => Promise<void>

/** The chain to which it is added. */
export interface WatchedChain {
  readonly rpc: RpcClient
  /** Mine what is queued. */
  mine(): Promise<void>
}

/** What the compiler makes of sources. */
export interface OriginCode {
  readonly priceFeed: CompiledContract
  /** Compile what testbeds deploy. */
  compile(unit: CompileUnit): Contracts
}

/** Rounds of trades that give the pools a past: one every five minutes, the last just before the head. */
const ROUNDS = 24
const ROUND_SECONDS = 300
const BLOCK_SECONDS = 12

const MAX_UINT256 = 2n ** 256n - 1n

/** The token behind a proxy. */
const UPGRADEABLE: TokenSymbol = 'USDT'

const { deployer, lp, trader } = ACTORS
/**
 * Deploy protocols, tokens, feeds and liquidity on a fresh chain, fund the actors, and put the fixtures on it.
 *
 * Published contracts keep the addresses that they have on the chain of the book. Nothing random and no clock enters: two runs give the same
 * chain, down to the hash of the last block.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export async function populateOrigin(
  rpc: RpcClient,
  book: AddressBook,
  { priceFeed, compile }: OriginCode,
  onStep: (step: PopulateStep) => void,
  watch: ProtocolWatch = (_, add) => add(),
): Promise<Fixtures> {
  const chain = createChainBuilder(rpc, GENESIS_SECONDS)
  const erc20 = loadPlainToken()
  const feed: Artifact = { ...priceFeed, name: 'PriceFeed' }
  const testbeds = listDeployed(book)
  const market = marketOf(book)
  const priced = book.tokens.filter(({ feed }) => feed !== undefined)
  const toAmount = (symbol: string, valueUsd: bigint) => {
    const { decimals, priceUsd } = market[symbol] as MarketToken
    return (valueUsd * 10n ** BigInt(decimals)) / priceUsd
  }
  const world: WorldBuilder = {
    chain,
    book,
    deployer: deployer.address,
    provider: lp.address,
    trader: trader.address,
    tokens: market,
    toAmount,
    approveAll: (owner, spender) => approveAll(chain, market, { owner, spender }),
    compile,
  }
  const watched = { rpc, mine: () => chain.mine() }
  const addAll = async (add: (testbed: Testbed) => Promise<void> | undefined) => {
    for (const [id, testbed] of testbeds) await watch(id, async () => add(testbed), watched)
  }
  for (const { address } of Object.values(ACTORS)) {
    await rpc.request('anvil_setBalance', [address, `0x${(10n * ACTOR_ETHER).toString(16)}`])
  }

  onStep('protocols')
  await addAll((testbed) => testbed.deploy?.(world))
  await chain.mine()
  onStep('tokens')
  await createTokens(chain, book, erc20)
  onStep('feeds')
  for (const token of priced) {
    const { symbol } = token
    const { feed: first, secondaryFeed: second } = feedsOf(token)
    const pair = MAINNET_TOKENS[symbol as TokenSymbol]?.pair ?? `${book.nativeSymbol} / USD`
    const args = [first.decimals, pair, toAnswer(market, symbol, first.decimals)]
    await chain.place(feed, first.address, args, deployer.address)
    const others = [second.decimals, `${pair}, second publisher`, toAnswer(market, symbol, second.decimals)]
    await chain.place(feed, second.address, others, deployer.address)
  }
  const uptime = [0, 'L2 Sequencer Uptime Status Feed', 0n]
  await chain.place(feed, SEQUENCER_UPTIME_FEED, uptime, deployer.address)
  onStep('funds')
  await fundActors({ rpc, chain, book, market }, erc20)
  onStep('liquidity')
  await addAll((testbed) => testbed.seed?.(world))
  onStep('history')
  await addAll((testbed) => testbed.prepareHistory?.(world))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [, testbed] of testbeds) await testbed.addHistory?.(world, round)
    await chain.mine(HEAD_SECONDS - (ROUNDS - round) * ROUND_SECONDS)
  }
  onStep('cage')
  const policy = defaultPolicy(book)
  await placeCageCode({ rpc, mine: () => chain.mine(chain.nowSeconds() + BLOCK_SECONDS) }, policy)
  for (const token of priced) {
    const { feed: first, secondaryFeed: second } = feedsOf(token)
    for (const { address, decimals } of [first, second]) {
      await chain.call({
        label: `set the price of ${token.symbol}`,
        from: deployer.address,
        to: address,
        abi: feed.abi,
        functionName: 'setAnswer',
        args: [toAnswer(market, token.symbol, decimals), BigInt(HEAD_SECONDS)],
      })
    }
  }
  // One block: what the cage holds is worth what the feeds say at the head.
  const fixtures = await deployFixtures({ rpc, mine: () => chain.mine(HEAD_SECONDS) }, { book })
  await keepReads({ rpc }, book, fixtures)
  await presetBlockHashes(rpc, BigInt(await rpc.request<Hex>('eth_blockNumber')))
  return fixtures
}

const toAnswer = (market: Market, symbol: string, decimals: number) =>
  (market[symbol] as MarketToken).priceUsd * 10n ** BigInt(decimals)

function feedsOf({ symbol, feed, secondaryFeed }: TokenInfo) {
  if (feed && secondaryFeed) return { feed, secondaryFeed }
  throw new HarnessError('DEPLOY_FAILED', `${symbol} lacks a source of its price`, {
    expected: 'two feeds in the address book',
    hint: 'add them in harness/world/embedded-book.ts',
  })
}

async function createTokens(
  chain: ChainBuilder,
  { tokens, wrappedNative }: AddressBook,
  erc20: Artifact,
): Promise<void> {
  for (const { symbol, name, address, decimals } of tokens) {
    if (symbol === UNPRICED_TOKEN.symbol || (wrappedNative && isAddressEqual(address, wrappedNative)))
      continue
    await chain.place(erc20, address, [name, symbol, decimals], deployer.address)
    if (symbol !== UPGRADEABLE) continue
    // One token is upgradeable, as many of mainnet's are: the storage stays, the code moves behind a proxy.
    await chain.place(erc20, USDT_IMPLEMENTATION, [name, symbol, decimals], deployer.address)
    const proxy = loadArtifact('@openzeppelin/contracts/build/contracts/ERC1967Proxy.json')
    await chain.place(proxy, address, [USDT_IMPLEMENTATION, '0x'], deployer.address)
  }
  const { name, symbol, address, decimals } = UNPRICED_TOKEN
  await chain.place(erc20, address, [name, symbol, decimals], deployer.address)
}

async function fundActors(
  {
    rpc,
    chain,
    book,
    market,
  }: Pick<WorldBuilder, 'chain' | 'book'> & {
    readonly rpc: RpcClient
    readonly market: Market
  },
  erc20: Artifact,
): Promise<void> {
  for (const [actor, tokens] of Object.entries(ACTOR_TOKENS) as [ActorName, Record<MarketSymbol, number>][]) {
    const { address } = ACTORS[actor]
    for (const [symbol, whole] of Object.entries(tokens) as [MarketSymbol, number][]) {
      const { address: token, decimals } = market[symbol]
      const amount = parseUnits(String(whole), decimals)
      const label = `give ${whole} ${symbol} to ${actor}`
      if (token === book.wrappedNative)
        await chain.send({ label, from: address, to: token, valueWei: amount })
      else {
        const args = [address, amount]
        await chain.call({ label, from: address, to: token, abi: erc20.abi, functionName: 'mint', args })
      }
    }
  }
  await chain.mine()
  for (const { address } of Object.values(ACTORS)) {
    await rpc.request('anvil_setBalance', [address, `0x${ACTOR_ETHER.toString(16)}`])
  }
}

async function approveAll(
  chain: ChainBuilder,
  market: Market,
  { owner, spender }: { readonly owner: Address; readonly spender: Address },
): Promise<void> {
  for (const [symbol, { address }] of Object.entries(market)) {
    await chain.call({
      label: `approve ${symbol} by ${owner}`,
      from: owner,
      to: address,
      abi: erc20Abi as Abi,
      functionName: 'approve',
      args: [spender, MAX_UINT256],
    })
  }
  await chain.mine()
}
