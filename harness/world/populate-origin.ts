import { type Abi, type Address, erc20Abi, isAddressEqual, parseUnits, stringToHex } from 'viem'
import { BASE as MULTICALL3 } from '../../tools/protocols/multicall3/base.ts'
import { BASE as PERMIT2 } from '../../tools/protocols/permit2/base.ts'
import { BASE as UNISWAP_V3 } from '../../tools/protocols/uniswap-v3/base.ts'
import { BASE as WETH } from '../../tools/protocols/weth/base.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'
import { ACTORS, type ActorName } from './actors.ts'
import { type Artifact, loadArtifact, loadPermit2 } from './artifacts.ts'
import { type ChainBuilder, createChainBuilder } from './chain-builder.ts'
import type { CompiledContract } from './compile.ts'
import { EMBEDDED_BOOK, UNPRICED_TOKEN } from './embedded-book.ts'
import {
  FEED_DECIMALS,
  MAINNET_DESCRIPTORS,
  MAINNET_TOKENS,
  USDT_IMPLEMENTATION,
} from './mainnet-addresses.ts'
import {
  ACTOR_ETHER,
  ACTOR_TOKENS,
  MARKET_POOLS,
  MARKET_TOKENS,
  type MarketPool,
  type MarketSymbol,
} from './market.ts'
import { SEQUENCER_UPTIME_FEED } from './model-feeds.ts'
import { placeSafeContracts } from './safe.ts'

/** Time of the first block of the embedded origin. */
export const GENESIS_SECONDS = 1_799_985_600

/** Time of the last block of the embedded origin: one mainnet slot before 1 800 000 000. */
export const HEAD_SECONDS = 1_799_999_988

/** Packages whose contracts the origin holds. */
export const CONTRACT_PACKAGES = [
  '@across-protocol/contracts',
  '@safe-global/safe-contracts',
  '@uniswap/swap-router-contracts',
  '@uniswap/uniswapx-sdk',
  '@uniswap/v3-core',
  '@uniswap/v3-periphery',
  '@uniswap/v4-core',
  'canonical-weth',
] as const

/** Steps of {@link populateOrigin}, as progress names them. */
export const POPULATE_STEPS = ['protocols', 'tokens', 'feeds', 'funds', 'liquidity', 'history'] as const

/** One step of {@link populateOrigin}. */
export type PopulateStep = (typeof POPULATE_STEPS)[number]

/** Rounds of trades that give the pools a past: one every five minutes, the last just before the head. */
const ROUNDS = 24
const ROUND_SECONDS = 300

/** Price observations that a pool can keep; more than the rounds, so that scenarios forget none of them. */
const OBSERVATIONS = 160
const OBSERVATIONS_GAS = 6_000_000n

/** Value of one trade of a round. */
const TRADE_USD = 600n

/** Divides by every opening price, so that price ratios are exact. */
const RATIO_USD = 3_000_000n

const MAX_UINT256 = 2n ** 256n - 1n
const FOREVER = 2n ** 40n
const MIN_TICK = -887_272
const TICK_SPACING = { 100: 1, 500: 10, 3000: 60 } as const

const { deployer, lp, trader } = ACTORS
const uniswapV3 = UNISWAP_V3.on(EMBEDDED_BOOK)
const { weth: weth9 } = WETH.on(EMBEDDED_BOOK)
const { multicall3 } = MULTICALL3.on(EMBEDDED_BOOK)
const { permit2 } = PERMIT2.on(EMBEDDED_BOOK)
const symbols = Object.keys(MARKET_TOKENS) as MarketSymbol[]
const priced = Object.keys(MAINNET_TOKENS) as (keyof typeof MAINNET_TOKENS)[]

const V3_CORE = '@uniswap/v3-core/artifacts/contracts'
const V3_PERIPHERY = '@uniswap/v3-periphery/artifacts/contracts'

/**
 * Deploy protocols, tokens, feeds and liquidity on a fresh chain, and fund the actors.
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
): Promise<void> {
  const chain = createChainBuilder(rpc, GENESIS_SECONDS)
  const erc20 = loadArtifact('@uniswap/v4-core/out/mocks/MockERC20.sol/MockERC20.json')
  const feed: Artifact = { ...priceFeed, name: 'PriceFeed' }
  const manager = loadArtifact(
    `${V3_PERIPHERY}/NonfungiblePositionManager.sol/NonfungiblePositionManager.json`,
  )
  const router = loadArtifact(
    '@uniswap/swap-router-contracts/artifacts/contracts/SwapRouter02.sol/SwapRouter02.json',
  )
  for (const { address } of Object.values(ACTORS)) {
    await rpc.request('anvil_setBalance', [address, `0x${(10n * ACTOR_ETHER).toString(16)}`])
  }

  onStep('protocols')
  await placeProtocols(chain, manager, router)
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
  await openPools(chain, manager)
  onStep('history')
  await trade(chain, router)
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
  await chain.mine(HEAD_SECONDS)
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

async function placeProtocols(chain: ChainBuilder, manager: Artifact, router: Artifact): Promise<void> {
  const { factory, positionManager, quoter, swapRouter, tickLens } = uniswapV3
  const { library, descriptor } = MAINNET_DESCRIPTORS
  const descriptorArtifact = loadArtifact(
    `${V3_PERIPHERY}/NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor.json`,
    { NFTDescriptor: library },
  )
  const factoryArtifact = loadArtifact(`${V3_CORE}/UniswapV3Factory.sol/UniswapV3Factory.json`)
  const placements: readonly (readonly [Artifact, Address, readonly unknown[]])[] = [
    [loadArtifact('canonical-weth/build/contracts/WETH9.json'), weth9, []],
    [
      loadArtifact('@across-protocol/contracts/dist/evm/artifacts/Multicall3.sol/Multicall3.json'),
      multicall3,
      [],
    ],
    [loadPermit2(), permit2, []],
    [factoryArtifact, factory, []],
    [loadArtifact(`${V3_PERIPHERY}/lens/TickLens.sol/TickLens.json`), tickLens, []],
    [loadArtifact(`${V3_PERIPHERY}/libraries/NFTDescriptor.sol/NFTDescriptor.json`), library, []],
    [descriptorArtifact, descriptor, [weth9, stringToHex('ETH', { size: 32 })]],
    [manager, positionManager, [factory, weth9, descriptor]],
    [loadArtifact(`${V3_PERIPHERY}/lens/QuoterV2.sol/QuoterV2.json`), quoter, [factory, weth9]],
    // Uniswap V2, the router's first argument, is not deployed here.
    [router, swapRouter, ['0x0000000000000000000000000000000000000000', factory, positionManager, weth9]],
  ]
  for (const [artifact, address, args] of placements) {
    await chain.place(artifact, address, args, deployer.address)
  }
  await placeSafeContracts(chain)
  await chain.call({
    label: 'enable the fee of 1 basis point',
    from: deployer.address,
    to: factory,
    abi: factoryArtifact.abi,
    functionName: 'enableFeeAmount',
    args: [100, 1],
  })
  await chain.mine()
}

async function createTokens(chain: ChainBuilder, erc20: Artifact): Promise<void> {
  for (const symbol of priced) {
    const { name, address, decimals } = MAINNET_TOKENS[symbol]
    if (isAddressEqual(address, weth9)) continue
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
      if (symbol === 'WETH') await chain.send({ label, from: address, to: weth9, valueWei: amount })
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

async function openPools(chain: ChainBuilder, manager: Artifact): Promise<void> {
  await approveAll(chain, 'lp', uniswapV3.positionManager)
  const factoryAbi = loadArtifact(`${V3_CORE}/UniswapV3Factory.sol/UniswapV3Factory.json`).abi
  const poolAbi = loadArtifact(`${V3_CORE}/UniswapV3Pool.sol/UniswapV3Pool.json`).abi
  for (const pool of MARKET_POOLS) {
    const { token0, token1, sqrtPriceX96, tick } = describePool(pool)
    const label = `${pool.tokens.join('/')} ${pool.feeUnits}`
    await chain.call({
      label: `open ${label}`,
      from: lp.address,
      to: uniswapV3.positionManager,
      abi: manager.abi,
      functionName: 'createAndInitializePoolIfNecessary',
      args: [token0.address, token1.address, pool.feeUnits, sqrtPriceX96],
      gas: 6_000_000n,
    })
    await chain.mine()
    const address = await chain.read<Address>({
      to: uniswapV3.factory,
      abi: factoryAbi,
      functionName: 'getPool',
      args: [token0.address, token1.address, pool.feeUnits],
    })
    await chain.call({
      label: `let ${label} observe`,
      from: lp.address,
      to: address,
      abi: poolAbi,
      functionName: 'increaseObservationCardinalityNext',
      args: [OBSERVATIONS],
      gas: OBSERVATIONS_GAS,
    })
    const spacing = TICK_SPACING[pool.feeUnits]
    const lowest = Math.ceil(MIN_TICK / spacing) * spacing
    const align = (at: number) => Math.min(Math.max(Math.round(at / spacing) * spacing, lowest), -lowest)
    for (const { ticks, valueUsd } of pool.ranges) {
      await chain.call({
        label: `provide ${valueUsd} USD to ${label}`,
        from: lp.address,
        to: uniswapV3.positionManager,
        abi: manager.abi,
        functionName: 'mint',
        args: [
          {
            token0: token0.address,
            token1: token1.address,
            fee: pool.feeUnits,
            tickLower: align(tick - ticks),
            tickUpper: align(tick + ticks),
            amount0Desired: toAmount(token0.symbol, valueUsd / 2n),
            amount1Desired: toAmount(token1.symbol, valueUsd / 2n),
            amount0Min: 0n,
            amount1Min: 0n,
            recipient: lp.address,
            deadline: FOREVER,
          },
        ],
      })
    }
    await chain.mine()
  }
}

/** Small trades in alternating directions: the pools record observations and end where they began. */
async function trade(chain: ChainBuilder, router: Artifact): Promise<void> {
  await approveAll(chain, 'trader', uniswapV3.swapRouter)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const pool of MARKET_POOLS) {
      const [tokenIn, tokenOut] = round % 2 === 0 ? pool.tokens : ([pool.tokens[1], pool.tokens[0]] as const)
      await chain.call({
        label: `trade ${tokenIn} for ${tokenOut}`,
        from: trader.address,
        to: uniswapV3.swapRouter,
        abi: router.abi,
        functionName: 'exactInputSingle',
        args: [
          {
            tokenIn: MARKET_TOKENS[tokenIn].address,
            tokenOut: MARKET_TOKENS[tokenOut].address,
            fee: pool.feeUnits,
            recipient: trader.address,
            amountIn: toAmount(tokenIn, TRADE_USD),
            amountOutMinimum: 0n,
            sqrtPriceLimitX96: 0n,
          },
        ],
      })
    }
    await chain.mine(HEAD_SECONDS - (ROUNDS - round) * ROUND_SECONDS)
  }
}

async function approveAll(chain: ChainBuilder, actor: ActorName, spender: Address): Promise<void> {
  for (const symbol of symbols) {
    await chain.call({
      label: `approve ${symbol} by ${actor}`,
      from: ACTORS[actor].address,
      to: MARKET_TOKENS[symbol].address,
      abi: erc20Abi as Abi,
      functionName: 'approve',
      args: [spender, MAX_UINT256],
    })
  }
  await chain.mine()
}

function describePool({ tokens: [a, b] }: MarketPool) {
  const [symbol0, symbol1] =
    BigInt(MARKET_TOKENS[a].address) < BigInt(MARKET_TOKENS[b].address) ? [a, b] : [b, a]
  // Amounts of equal value give the price.
  const sqrtPriceX96 = sqrt((toAmount(symbol1, RATIO_USD) << 192n) / toAmount(symbol0, RATIO_USD))
  const tick = Math.floor(2 * (Math.log(Number(sqrtPriceX96) / 2 ** 96) / Math.log(1.0001)))
  return {
    token0: { symbol: symbol0, address: MARKET_TOKENS[symbol0].address },
    token1: { symbol: symbol1, address: MARKET_TOKENS[symbol1].address },
    sqrtPriceX96,
    tick,
  }
}

/** Integer square root by Newton's method. */
function sqrt(value: bigint): bigint {
  let root = value
  for (let next = (root + 1n) / 2n; next < root; next = (root + value / root) / 2n) root = next
  return root
}
