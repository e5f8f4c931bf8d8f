import { type Address, encodeAbiParameters, numberToHex, zeroAddress } from 'viem'
import { vaultAbi } from '../../../tools/protocols/balancer-v2/abi.ts'
import { BASE } from '../../../tools/protocols/balancer-v2/base.ts'
import { defineTestbed, type WorldBuilder } from '../testbed.ts'
import { loadContract, loadWeightedPool } from './contracts.ts'
import { observe, unitOf } from './observe.ts'
import { type OriginPool, STABLE, WEIGHTED } from './pools.ts'

const AUTHORIZER = '0xA331D84eC860Bf466b4CdCcFb4aC09a1B43F3aE6'
const FEE_PROVIDER = '0x97207B095e4D5C9a6e4cfbfcd2C3358E03B90c4A'
/** By which pools say that governance sets their fee. */
const GOVERNED: Address = '0xBA1BA1ba1BA1bA1bA1Ba1BA1ba1BA1bA1ba1ba1B'
/** The windows in which mainnet's may be paused. */
const PAUSE_SECONDS = 7_776_000n
const BUFFER_SECONDS = 2_592_000n
const MOST_FEE_WAD = 400_000_000_000_000_000n
/** Storage of the Vault in which it counts the pools that it gave ids. */
const NONCE_SLOT = numberToHex(6, { size: 32 })
const INIT = 0n
const GIVEN_IN = 0
const FOREVER = 2n ** 40n
/** Value of one trade of a round. */
const TRADE_USD = 600n
const JOIN_GAS = 3_000_000n

const addressesOf = ({ tokens }: WorldBuilder, symbols: readonly string[]): Address[] =>
  symbols.map((symbol) => tokens[symbol]?.address as Address)

/** Put a pool at its address and register it under its id, and be the first who provides for it. */
async function openPool(
  world: WorldBuilder,
  pool: OriginPool,
  { artifact, params }: { readonly artifact: ReturnType<typeof loadWeightedPool>; readonly params: object },
): Promise<void> {
  const { chain, book, deployer, provider } = world
  const { vault } = BASE.on(book)
  await chain.write(vault, NONCE_SLOT, numberToHex(pool.nonce, { size: 32 }))
  await chain.place(artifact, pool.address, [params], deployer)
  const [assets] = await chain.read<[Address[]]>({
    to: vault,
    abi: vaultAbi,
    functionName: 'getPoolTokens',
    args: [pool.id],
  })
  const given = pool.tokens.map((symbol, at) => {
    const amount = world.toAmount(symbol, pool.valuesUsd[at] as bigint)
    return [world.tokens[symbol]?.address.toLowerCase(), amount] as const
  })
  const amounts = assets.map((asset) => given.find(([token]) => token === asset.toLowerCase())?.[1] ?? 0n)
  const most = assets.map((asset, at) => (asset === pool.address ? 2n ** 255n : (amounts[at] as bigint)))
  const userData = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256[]' }], [INIT, amounts])
  await chain.call({
    label: `provide for ${pool.symbol}`,
    from: provider,
    to: vault,
    abi: vaultAbi,
    functionName: 'joinPool',
    args: [pool.id, provider, provider, { assets, maxAmountsIn: most, userData, fromInternalBalance: false }],
    gas: JOIN_GAS,
  })
  await chain.mine()
}

async function openWeighted(world: WorldBuilder): Promise<void> {
  const [token0, token1] = addressesOf(world, WEIGHTED.tokens)
  const [normalizedWeight0, normalizedWeight1] = WEIGHTED.weightsWad
  const params = {
    vault: BASE.on(world.book).vault,
    name: WEIGHTED.name,
    symbol: WEIGHTED.symbol,
    token0,
    token1,
    normalizedWeight0,
    normalizedWeight1,
    swapFeePercentage: WEIGHTED.feeWad,
    pauseWindowDuration: PAUSE_SECONDS,
    bufferPeriodDuration: BUFFER_SECONDS,
    oracleEnabled: true,
    owner: GOVERNED,
  }
  await openPool(world, WEIGHTED, { artifact: loadWeightedPool(), params })
}

async function openStable(world: WorldBuilder): Promise<void> {
  const tokens = addressesOf(world, STABLE.tokens)
  const params = {
    vault: BASE.on(world.book).vault,
    protocolFeeProvider: FEE_PROVIDER,
    name: STABLE.name,
    symbol: STABLE.symbol,
    tokens,
    // None of them has a rate.
    rateProviders: tokens.map(() => zeroAddress),
    tokenRateCacheDurations: tokens.map(() => 0n),
    exemptFromYieldProtocolFeeFlags: tokens.map(() => false),
    amplificationParameter: STABLE.amplification,
    swapFeePercentage: STABLE.feeWad,
    pauseWindowDuration: PAUSE_SECONDS,
    bufferPeriodDuration: BUFFER_SECONDS,
    owner: GOVERNED,
    version: '',
  }
  const artifact = loadContract('20230206-composable-stable-pool-v3', 'ComposableStablePool')
  await openPool(world, STABLE, { artifact, params })
}

/** There and back in both pools, by turns. */
async function tradeRound(world: WorldBuilder, round: number): Promise<void> {
  const { chain, trader, book } = world
  for (const [{ id, symbol }, [first, second]] of TRADED) {
    const [symbolIn, symbolOut] = round % 2 === 0 ? [first, second] : [second, first]
    const [assetIn, assetOut] = addressesOf(world, [symbolIn, symbolOut])
    const amount = world.toAmount(symbolIn, TRADE_USD)
    await chain.call({
      label: `trade in ${symbol}`,
      from: trader,
      to: BASE.on(book).vault,
      abi: vaultAbi,
      functionName: 'swap',
      args: [
        { poolId: id, kind: GIVEN_IN, assetIn, assetOut, amount, userData: '0x' },
        { sender: trader, fromInternalBalance: false, recipient: trader, toInternalBalance: false },
        0n,
        FOREVER,
      ],
    })
  }
}

const TRADED = [
  [WEIGHTED, ['WETH', 'DAI']],
  [STABLE, ['USDC', 'DAI']],
] as const

/**
 * The Vault with its queries and the factory of weighted pools, and two of mainnet's pools: a weighted and a stable one.
 * The protocol takes no share of fees here.
 */
export const TESTBED = defineTestbed({
  needs: ['weth'],
  packages: ['@balancer-labs/v2-deployments'],
  async deploy({ chain, book, deployer }) {
    const { vault, queries, weightedFactory } = BASE.on(book)
    await chain.place(loadContract('20210418-authorizer', 'Authorizer'), AUTHORIZER, [deployer], deployer)
    await chain.place(
      loadContract('20210418-vault', 'Vault'),
      vault,
      [AUTHORIZER, book.wrappedNative, PAUSE_SECONDS, BUFFER_SECONDS],
      deployer,
    )
    await chain.place(
      loadContract('20220725-protocol-fee-percentages-provider', 'ProtocolFeePercentagesProvider'),
      FEE_PROVIDER,
      [vault, MOST_FEE_WAD, MOST_FEE_WAD],
      deployer,
    )
    await chain.place(
      loadContract('20220721-balancer-queries', 'BalancerQueries'),
      queries,
      [vault],
      deployer,
    )
    await chain.place(
      loadContract('20230206-weighted-pool-v3', 'WeightedPoolFactory'),
      weightedFactory,
      [vault, FEE_PROVIDER, '', ''],
      deployer,
    )
  },
  async seed(world) {
    const { vault } = BASE.on(world.book)
    await world.approveAll(world.provider, vault)
    await openWeighted(world)
    await openStable(world)
  },
  prepareHistory: (world) => world.approveAll(world.trader, BASE.on(world.book).vault),
  addHistory: tradeRound,
  observe,
  unitOf,
  model: async () => (await import('./model.ts')).MODEL,
  draw: async () => (await import('./draw.ts')).DRAW,
  attack: async () => (await import('./attack.ts')).ATTACK,
})
