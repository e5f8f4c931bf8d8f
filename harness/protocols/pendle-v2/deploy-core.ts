import {
  type Address,
  concatHex,
  getContractAddress,
  type Hex,
  size,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'
import { type Artifact, loadArtifact } from '../../chain/artifacts.ts'
import type { WorldBuilder } from '../testbed.ts'
import { LN_FEE_RATE_ROOT } from './markets.ts'

/** Where contracts of Pendle stand that no tool calls (`deployments/1-core.json`). */
export const CORE = {
  pendle: '0x808507121B80c02388fAd14726482e061B8da827',
  codeSplitter: '0x35878C2Cff38cC4032E85283183428170BA618A2',
  yieldContractFactory: '0xdF3601014686674e53d1Fa52F7602525483F9122',
  vePendle: '0x4f30A9D41B80ecC5B94306AB4364951AE3170210',
  gaugeController: '0x47D74516B33eD5D70ddE7119A40839f6Fcc24e57',
  treasury: '0x8270400d528c34e1596EF367eeDEc99080A1b592',
} as const satisfies Readonly<Record<string, Address>>

/** What the router does by the facets that it hands calls on to. */
const FACETS = {
  ActionAddRemoveLiqV3: '0xb7631b93189900745Db51d960Ba64b8E6C658843',
  ActionSwapPTV3: '0xbFA3aAD535e1b996396698f89FFeC7ada0df17E8',
  ActionSwapYTV3: '0x8903dBFFcA66b3Fbc027aC81912ea64Fa61A5219',
  ActionMiscV3: '0x9afd337e41F59E5c2E6f2be05f32E958A4DBcd9A',
  ActionCallbackV3: '0x997FBC511a8Ad11F84a400feACD66E2A3fa805d2',
} as const
const ACTION_STORAGE = '0x6a0Ed0A9193FCBe7ae9B0F3D90F88e365Cca64fC'
const STATIC_FACETS = [
  'ActionInfoStatic',
  'ActionMarketAuxStatic',
  'ActionMarketCoreStatic',
  'ActionMintRedeemStatic',
] as const
/** How close views come to what is asked of them: to a hundredth of a percent. */
const APPROXIMATION = {
  guessMin: 0n,
  guessMax: 2n ** 256n - 1n,
  guessOffchain: 0n,
  maxIteration: 256n,
  eps: 10n ** 14n,
}

const DAY_SECONDS = 86_400n
/** Of interest and rewards, to the treasury (`initialInterestFee`, `initialRewardFee`). */
const FEE_RATE = 3n * 10n ** 16n
/** Of a market's fees, in percent (`initialReserveFeePercent`). */
const RESERVE_FEE_PERCENT = 80
/** A block of Ethereum is longer than 11 seconds (`PendlePYLpOracle.sol`). */
const BLOCK_CYCLE_NUMERATOR = 11_000
const SPLIT_GAS = 15_000_000n
const FACETS_GAS = 5_000_000n

/** Load a published contract of Pendle by its path below `contracts/`. */
export const loadPendle = (path: string, libraries: Readonly<Record<string, Address>> = {}): Artifact => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return loadArtifact(`@pendle/core-v2/build/artifacts/contracts/${path}.sol/${name}.json`, libraries)
}

/** A place of its own for what stands behind a contract or beside it. */
const behind = (of: Address, nonce = 1n): Address => getContractAddress({ from: of, nonce })

/** Creation code in two halves, as the factories take it: address and size of each (`BaseSplitCodeFactory.sol`). */
interface SplitCode {
  readonly first: bigint
  readonly code: Hex
}
const halvesOf = ({ first, code }: SplitCode) => {
  const whole = BigInt(size(code))
  const half = whole / 2n
  return [behind(CORE.codeSplitter, first), half, behind(CORE.codeSplitter, first + 1n), whole - half]
}

async function placeProxied(
  { chain, deployer }: WorldBuilder,
  proxy: Address,
  artifact: Artifact,
  args: readonly unknown[],
): Promise<void> {
  await chain.place(artifact, behind(proxy), args, deployer)
  const proxyCode = loadArtifact('@openzeppelin/contracts/build/contracts/ERC1967Proxy.json')
  await chain.place(proxyCode, proxy, [behind(proxy), '0x'], deployer)
}

const selectorsOf = ({ abi }: Artifact): readonly Hex[] =>
  abi.flatMap((item) => (item.type === 'function' ? [toFunctionSelector(item)] : []))

async function placeRouters({ chain, book, deployer }: WorldBuilder): Promise<void> {
  const { router, routerStatic } = BASE.on(book)
  const storage = loadPendle('router/ActionStorageV4')
  await chain.place(storage, ACTION_STORAGE, [], deployer)
  await chain.place(loadPendle('router/PendleRouterV4'), router, [deployer, ACTION_STORAGE], deployer)
  const facets: { facet: Address; selectors: readonly Hex[] }[] = []
  for (const [name, facet] of Object.entries(FACETS)) {
    const artifact = loadPendle(`router/${name}`)
    await chain.place(artifact, facet, [], deployer)
    facets.push({ facet, selectors: selectorsOf(artifact) })
  }
  const label = 'hand calls of the router on'
  const from = deployer
  const gas = FACETS_GAS
  await chain.call({
    label,
    from,
    to: router,
    abi: storage.abi,
    functionName: 'setSelectorToFacets',
    args: [facets],
    gas,
  })
  const views = 'offchain-helpers/router-static'
  const staticStorage = loadPendle(`${views}/base/ActionStorageStatic`)
  await chain.place(staticStorage, behind(routerStatic), [], deployer)
  await chain.place(loadPendle(`${views}/PendleRouterStatic`), routerStatic, [behind(routerStatic)], deployer)
  const viewFacets = [{ facet: behind(routerStatic), selectors: selectorsOf(staticStorage) }]
  for (const [index, name] of STATIC_FACETS.entries()) {
    const artifact = loadPendle(`${views}/base/${name}`)
    const facet = behind(routerStatic, BigInt(index) + 2n)
    await chain.place(artifact, facet, [], deployer)
    viewFacets.push({ facet, selectors: selectorsOf(artifact) })
  }
  const keep = { from, to: routerStatic, abi: staticStorage.abi }
  const set = { ...keep, functionName: 'setFacetForSelectors' }
  await chain.call({ ...set, label: 'hand views on', args: [viewFacets], gas: FACETS_GAS })
  const approximate = { ...keep, functionName: 'setDefaultApproxParams' }
  await chain.call({ ...approximate, label: 'set how views approximate', args: [APPROXIMATION] })
}

/** Put the router of limit orders at its address, with its fees for every market. */
async function placeLimitRouter(world: WorldBuilder): Promise<void> {
  const { chain, book, deployer } = world
  const { limitRouter, yield: yieldToken, laterYield } = BASE.on(book)
  const orders = loadPendle('limit/PendleLimitRouter')
  await placeProxied(world, limitRouter, orders, [book.wrappedNative])
  const call = { from: deployer, to: limitRouter, abi: orders.abi }
  await chain.call({
    ...call,
    label: 'open the router of limit orders',
    functionName: 'initialize',
    args: [CORE.treasury],
  })
  const yields = [yieldToken, laterYield]
  await chain.call({
    ...call,
    label: 'set what limit orders cost',
    functionName: 'setLnFeeRateRoots',
    args: [yields, yields.map(() => LN_FEE_RATE_ROOT)],
  })
}

/** Put Pendle's factories, routers, oracle and gauges at their addresses. */
export async function deployCore(world: WorldBuilder): Promise<void> {
  const { chain, book, deployer } = world
  const { marketFactory, oracle } = BASE.on(book)
  const { pendle, codeSplitter, yieldContractFactory, vePendle, gaugeController, treasury } = CORE
  await chain.place(loadPendle('core/erc20/PendleERC20'), pendle, ['Pendle', 'PENDLE', 18], deployer)
  const voting = loadPendle('LiquidityMining/VotingEscrow/VotingEscrowPendleMainchain')
  await chain.place(voting, vePendle, [pendle, zeroAddress, 0n], deployer)
  const gauges = loadPendle('LiquidityMining/GaugeController/PendleGaugeControllerMainchainUpg')
  await placeProxied(world, gaugeController, gauges, [zeroAddress, pendle, marketFactory, marketFactory])

  const observing = behind(marketFactory)
  await chain.place(loadPendle('core/Market/OracleLib'), observing, [], deployer)
  const splitter = loadPendle('offchain-helpers/BaseSplitCodeFactoryContract')
  await chain.place(splitter, codeSplitter, [], deployer)
  const yieldCode = { first: 1n, code: loadPendle('core/YieldContracts/PendleYieldToken').bytecode }
  const marketCode = {
    first: 3n,
    code: loadPendle('core/Market/v3/PendleMarketV3', { OracleLib: observing }).bytecode,
  }
  for (const [name, { code }] of [
    ['YT', yieldCode],
    ['Market', marketCode],
  ] as const) {
    const call = {
      from: deployer,
      to: codeSplitter,
      abi: splitter.abi,
      functionName: 'deploy',
      gas: SPLIT_GAS,
    }
    await chain.call({
      ...call,
      label: `keep the creation code of a ${name}`,
      args: [name, concatHex([code])],
    })
  }
  await chain.mine()
  const yields = loadPendle('core/YieldContracts/PendleYieldContractFactory')
  await chain.place(yields, yieldContractFactory, halvesOf(yieldCode), deployer)
  const start = { from: deployer, functionName: 'initialize' }
  await chain.call({
    ...start,
    label: 'open the factory of yield contracts',
    to: yieldContractFactory,
    abi: yields.abi,
    args: [DAY_SECONDS, FEE_RATE, FEE_RATE, treasury],
  })
  const markets = loadPendle('core/Market/v3/PendleMarketFactoryV3')
  const args = [
    yieldContractFactory,
    ...halvesOf(marketCode),
    treasury,
    RESERVE_FEE_PERCENT,
    vePendle,
    gaugeController,
  ]
  await chain.place(markets, marketFactory, args, deployer)
  const rates = loadPendle('oracles/PendlePYLpOracle')
  await placeProxied(world, oracle, rates, [])
  await chain.call({
    ...start,
    label: 'open the oracle',
    to: oracle,
    abi: rates.abi,
    args: [BLOCK_CYCLE_NUMERATOR],
  })
  await placeRouters(world)
  await placeLimitRouter(world)
}
