import { type Abi, type Address, erc20Abi, type Hex, isAddressEqual, parseUnits } from 'viem'
import { type Artifact, loadArtifact } from '../chain/artifacts.ts'
import { type ChainBuilder, createChainBuilder } from '../chain/chain-builder.ts'
import { presetBlockHashes } from '../chain/preset-block-hashes.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { CompiledContract } from '../chain/solc.ts'
import { HarnessError } from '../errors.ts'
import { loadPlainToken, PLAIN_TOKEN_PACKAGE } from '../protocols/erc20/plain-token.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import { orderTestbeds } from '../protocols/order-testbeds.ts'
import type { WorldBuilder } from '../protocols/testbed.ts'
import { ACTORS, type ActorName } from './actors.ts'
import { defaultPolicy } from './default-policy.ts'
import { EMBEDDED_BOOK, UNPRICED_TOKEN } from './embedded-book.ts'
import { deployFixtures, type Fixtures } from './fixtures.ts'
import { keepReads } from './keep-reads.ts'
import { FEED_DECIMALS, MAINNET_TOKENS, USDT_IMPLEMENTATION } from './mainnet-addresses.ts'
import { ACTOR_ETHER, ACTOR_TOKENS, MARKET_TOKENS, type MarketSymbol } from './market.ts'
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

/** Rounds of trades that give the pools a past: one every five minutes, the last just before the head. */
const ROUNDS = 24
const ROUND_SECONDS = 300
const BLOCK_SECONDS = 12

const MAX_UINT256 = 2n ** 256n - 1n

const { deployer, lp, trader } = ACTORS
const symbols = Object.keys(MARKET_TOKENS) as MarketSymbol[]
const priced = Object.keys(MAINNET_TOKENS) as (keyof typeof MAINNET_TOKENS)[]

/**
 * Deploy protocols, tokens, feeds and liquidity on a fresh chain, fund the actors, and put the fixtures on it.
 *
 * Published contracts keep their mainnet addresses. Nothing random and no clock enters: two runs give the same
 * chain, down to the hash of the last block.
 *
 * @throws HarnessError DEPLOY_FAILED
 */
export async function populateOrigin(
  rpc: RpcClient,
  priceFeed: CompiledContract,
  onStep: (step: PopulateStep) => void,
): Promise<Fixtures> {
  const chain = createChainBuilder(rpc, GENESIS_SECONDS)
  const erc20 = loadPlainToken()
  const feed: Artifact = { ...priceFeed, name: 'PriceFeed' }
  const testbeds = orderTestbeds(TESTBEDS)
  const world: WorldBuilder = {
    chain,
    book: EMBEDDED_BOOK,
    deployer: deployer.address,
    provider: lp.address,
    trader: trader.address,
    tokens: MARKET_TOKENS,
    toAmount: (symbol, valueUsd) => toAmount(symbol as MarketSymbol, valueUsd),
    approveAll: (owner, spender) => approveAll(chain, owner, spender),
  }
  for (const { address } of Object.values(ACTORS)) {
    await rpc.request('anvil_setBalance', [address, `0x${(10n * ACTOR_ETHER).toString(16)}`])
  }

  onStep('protocols')
  for (const [, testbed] of testbeds) await testbed.deploy?.(world)
  await chain.mine()
  onStep('tokens')
  await createTokens(chain, erc20)
  onStep('feeds')
  for (const symbol of priced) {
    const { pair, feed: address } = MAINNET_TOKENS[symbol]
    await chain.place(feed, address, [FEED_DECIMALS, pair, toAnswer(symbol, FEED_DECIMALS)], deployer.address)
    const { secondaryFeed } = findToken(symbol)
    const args = [
      secondaryFeed.decimals,
      `${pair}, second publisher`,
      toAnswer(symbol, secondaryFeed.decimals),
    ]
    await chain.place(feed, secondaryFeed.address, args, deployer.address)
  }
  const uptime = [0, 'L2 Sequencer Uptime Status Feed', 0n]
  await chain.place(feed, SEQUENCER_UPTIME_FEED, uptime, deployer.address)
  onStep('funds')
  await fundActors(rpc, chain, erc20)
  onStep('liquidity')
  for (const [, testbed] of testbeds) await testbed.seed?.(world)
  onStep('history')
  for (const [, testbed] of testbeds) await testbed.prepareHistory?.(world)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [, testbed] of testbeds) await testbed.addHistory?.(world, round)
    await chain.mine(HEAD_SECONDS - (ROUNDS - round) * ROUND_SECONDS)
  }
  onStep('cage')
  const policy = defaultPolicy(EMBEDDED_BOOK)
  await placeCageCode({ rpc, mine: () => chain.mine(chain.nowSeconds() + BLOCK_SECONDS) }, policy)
  for (const symbol of priced) {
    const token = findToken(symbol)
    for (const { address, decimals } of [token.feed, token.secondaryFeed]) {
      await chain.call({
        label: `set the price of ${symbol}`,
        from: deployer.address,
        to: address,
        abi: feed.abi,
        functionName: 'setAnswer',
        args: [toAnswer(symbol, decimals), BigInt(HEAD_SECONDS)],
      })
    }
  }
  // One block: what the cage holds is worth what the feeds say at the head.
  const fixtures = await deployFixtures(
    { rpc, mine: () => chain.mine(HEAD_SECONDS) },
    { book: EMBEDDED_BOOK },
  )
  await keepReads({ rpc }, EMBEDDED_BOOK, fixtures)
  await presetBlockHashes(rpc, BigInt(await rpc.request<Hex>('eth_blockNumber')))
  return fixtures
}

const toAnswer = (symbol: MarketSymbol, decimals: number) =>
  MARKET_TOKENS[symbol].priceUsd * 10n ** BigInt(decimals)

function findToken(symbol: string) {
  const token = EMBEDDED_BOOK.tokens.find((candidate) => candidate.symbol === symbol)
  if (token?.feed && token.secondaryFeed) return { feed: token.feed, secondaryFeed: token.secondaryFeed }
  throw new HarnessError('DEPLOY_FAILED', `${symbol} lacks a source of its price`, {
    expected: 'two feeds in the address book',
    hint: 'add them in harness/world/embedded-book.ts',
  })
}

/** Amount of a token that is worth whole dollars at the opening price. */
const toAmount = (symbol: MarketSymbol, valueUsd: bigint) =>
  (valueUsd * 10n ** BigInt(MARKET_TOKENS[symbol].decimals)) / MARKET_TOKENS[symbol].priceUsd

async function createTokens(chain: ChainBuilder, erc20: Artifact): Promise<void> {
  for (const symbol of priced) {
    const { name, address, decimals } = MAINNET_TOKENS[symbol]
    if (EMBEDDED_BOOK.wrappedNative && isAddressEqual(address, EMBEDDED_BOOK.wrappedNative)) continue
    await chain.place(erc20, address, [name, symbol, decimals], deployer.address)
  }
  // One token is upgradeable, as many of mainnet's are: the storage stays, the code moves behind a proxy.
  const { name: tether, address: proxied, decimals: tetherDecimals } = MAINNET_TOKENS.USDT
  await chain.place(erc20, USDT_IMPLEMENTATION, [tether, 'USDT', tetherDecimals], deployer.address)
  const proxy = loadArtifact('@openzeppelin/contracts/build/contracts/ERC1967Proxy.json')
  await chain.place(proxy, proxied, [USDT_IMPLEMENTATION, '0x'], deployer.address)
  const { name, symbol, address, decimals } = UNPRICED_TOKEN
  await chain.place(erc20, address, [name, symbol, decimals], deployer.address)
}

async function fundActors(rpc: RpcClient, chain: ChainBuilder, erc20: Artifact): Promise<void> {
  for (const [actor, tokens] of Object.entries(ACTOR_TOKENS) as [ActorName, Record<MarketSymbol, number>][]) {
    const { address } = ACTORS[actor]
    for (const [symbol, whole] of Object.entries(tokens) as [MarketSymbol, number][]) {
      const { address: token, decimals } = MARKET_TOKENS[symbol]
      const amount = parseUnits(String(whole), decimals)
      const label = `give ${whole} ${symbol} to ${actor}`
      if (token === EMBEDDED_BOOK.wrappedNative)
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

async function approveAll(chain: ChainBuilder, owner: Address, spender: Address): Promise<void> {
  for (const symbol of symbols) {
    await chain.call({
      label: `approve ${symbol} by ${owner}`,
      from: owner,
      to: MARKET_TOKENS[symbol].address,
      abi: erc20Abi as Abi,
      functionName: 'approve',
      args: [spender, MAX_UINT256],
    })
  }
  await chain.mine()
}
