import { type Abi, type Address, erc20Abi, parseAbi, zeroAddress } from 'viem'
import { isAddressEqual } from '../../../tools/core/is-address-equal.ts'
import { vaultAbi } from '../../../tools/protocols/erc4626/abi.ts'
import { BASE } from '../../../tools/protocols/pendle-v2/base.ts'
import type { CompiledContract } from '../../chain/solc.ts'
import { HarnessError } from '../../errors.ts'
import type { WorldBuilder } from '../testbed.ts'
import { CORE, loadPendle } from './deploy-core.ts'
import { cancelledOrder, MAKER } from './limit-orders.ts'
import { LN_FEE_RATE_ROOT, ORIGIN_MARKETS, type OriginMarket, SAVINGS_DAI, SCALAR_ROOT } from './markets.ts'

const ASSET = 'DAI'
/** What lies in the vault beside the markets, and in each market in SY and in PT. */
const SAVED_USD = 500_000n
const LIQUIDITY_USD = 500_000n
/** What the trader has of PT and YT of the first market, and sells and buys by turns. */
const SPLIT_USD = 5_000n
const TRADE_USD = 1_000n
/** What the maker of limit orders has of DAI, of SY, and of PT and YT of each market. */
const MAKER_USD = 1_500n
const ETHER = 10n ** 18n
/** Every other round, of some minutes: about a twentieth in a year. */
const YIELD_USD = 1n
/** Observations for 30 minutes of a block every 11 seconds, by the oracle's own reckoning. */
const CARDINALITY = 165
const GAS = 6_000_000n
const ALL = 2n ** 255n

const VAULT = { entries: ['harness/protocols/erc4626/contracts/OpenZeppelinVault.sol'] }
const NO_SWAP = { swapType: 0, extRouter: zeroAddress, extCalldata: '0x', needScale: false }
const NO_ORDERS = {
  limitRouter: zeroAddress,
  epsSkipMarket: 0n,
  normalFills: [],
  flashFills: [],
  optData: '0x',
}
const APPROX = { guessMin: 0n, guessMax: ALL, guessOffchain: 0n, maxIteration: 256n, eps: 10n ** 14n }

const yieldFactoryAbi = parseAbi([
  'function createYieldContract(address SY, uint32 expiry, bool doCacheIndexSameBlock) returns (address PT, address YT)',
  'function getPT(address SY, uint256 expiry) view returns (address)',
  'function getYT(address SY, uint256 expiry) view returns (address)',
])
const marketFactoryAbi = parseAbi([
  'function createNewMarket(address PT, int256 scalarRoot, int256 initialAnchor, uint80 lnFeeRateRoot) returns (address market)',
  'function isValidMarket(address market) view returns (bool)',
])
const marketAbi = parseAbi(['function increaseObservationsCardinalityNext(uint16 cardinalityNext)'])

const daiOf = ({ tokens }: WorldBuilder): Address => tokens[ASSET]?.address as Address

/** What a call of the router needs beside its arguments. */
const artifactOf = (compiled: Readonly<Record<string, CompiledContract>>, name: string) => {
  const { abi, bytecode } = compiled[name] as CompiledContract
  return { name, abi, bytecode }
}

const tokenIn = (world: WorldBuilder, amount: bigint) => ({
  tokenIn: daiOf(world),
  netTokenIn: amount,
  tokenMintSy: daiOf(world),
  pendleSwap: zeroAddress,
  swapData: NO_SWAP,
})
const tokenOut = (world: WorldBuilder) => ({
  tokenOut: daiOf(world),
  minTokenOut: 0n,
  tokenRedeemSy: daiOf(world),
  pendleSwap: zeroAddress,
  swapData: NO_SWAP,
})

const callRouter = (
  { chain, book }: WorldBuilder,
  from: Address,
  facet: 'ActionMiscV3' | 'ActionSwapPTV3' | 'ActionAddRemoveLiqV3',
  functionName: string,
  args: readonly unknown[],
) =>
  chain.call({
    label: `${functionName} by ${from}`,
    from,
    to: BASE.on(book).router,
    abi: loadPendle(`router/${facet}`).abi,
    functionName,
    args,
    gas: GAS,
  })

const approve = (
  { chain, book }: WorldBuilder,
  owner: Address,
  token: Address,
  spender = BASE.on(book).router,
) =>
  chain.call({
    label: `let ${spender} take ${token}`,
    from: owner,
    to: token,
    abi: erc20Abi as Abi,
    functionName: 'approve',
    args: [spender, ALL],
  })

function assertAt(what: string, found: Address, expected: Address): void {
  if (isAddressEqual(found, expected)) return
  throw new HarnessError('DEPLOY_FAILED', `${what} of the origin is not where its book says`, {
    expected,
    found,
    hint: 'write the address found into tools/protocols/pendle-v2/base.ts',
  })
}

/** Have the factories make PT, YT and a market of one maturity. */
async function createMarket(world: WorldBuilder, { expirySeconds, ...made }: OriginMarket): Promise<void> {
  const { chain, book, deployer } = world
  const { standardizedYield: sy, marketFactory } = BASE.on(book)
  const yields = { to: CORE.yieldContractFactory, abi: yieldFactoryAbi }
  const create = { from: deployer, gas: 3n * GAS }
  await chain.call({
    ...yields,
    ...create,
    label: 'split the yield',
    functionName: 'createYieldContract',
    args: [sy, expirySeconds, true],
  })
  await chain.mine()
  const ofMaturity = [sy, BigInt(expirySeconds)]
  const pt = await chain.read<Address>({ ...yields, functionName: 'getPT', args: ofMaturity })
  const yt = await chain.read<Address>({ ...yields, functionName: 'getYT', args: ofMaturity })
  const markets = { to: marketFactory, abi: marketFactoryAbi }
  const terms = [pt, SCALAR_ROOT, made.initialAnchor, LN_FEE_RATE_ROOT]
  const market = await chain.read<Address>({ ...markets, functionName: 'createNewMarket', args: terms })
  assertAt('a PT', pt, made.principal)
  assertAt('a YT', yt, made.yieldToken)
  assertAt('a market', market, made.market)
  await chain.call({
    ...markets,
    ...create,
    label: 'create a market',
    functionName: 'createNewMarket',
    args: terms,
  })
  await chain.mine()
}

/** Give a market its liquidity, and room for the observations of its oracle. */
async function fillMarket(world: WorldBuilder, { market, principal, yieldToken }: OriginMarket) {
  const { chain, provider, book } = world
  const { standardizedYield: sy } = BASE.on(book)
  const amount = world.toAmount(ASSET, LIQUIDITY_USD)
  await chain.call({
    label: 'make room for observations',
    from: provider,
    to: market,
    abi: marketAbi,
    functionName: 'increaseObservationsCardinalityNext',
    args: [CARDINALITY],
    gas: GAS,
  })
  for (const token of [sy, principal]) await approve(world, provider, token)
  await callRouter(world, provider, 'ActionMiscV3', 'mintSyFromToken', [
    provider,
    sy,
    0n,
    tokenIn(world, amount),
  ])
  await callRouter(world, provider, 'ActionMiscV3', 'mintPyFromToken', [
    provider,
    yieldToken,
    0n,
    tokenIn(world, amount),
  ])
  await callRouter(world, provider, 'ActionAddRemoveLiqV3', 'addLiquidityDualSyAndPt', [
    provider,
    market,
    amount,
    amount,
    0n,
  ])
  await chain.mine()
}

/** Give the maker of limit orders what these sell, let their router take it, and have one of them cancelled. */
async function fundMaker(world: WorldBuilder): Promise<void> {
  const { chain, book, provider, toAmount } = world
  const { standardizedYield: sy, limitRouter } = BASE.on(book)
  const maker = MAKER.address
  const amount = toAmount(ASSET, MAKER_USD)
  await chain.send({ label: 'ether for the maker', from: provider, to: maker, valueWei: ETHER })
  await chain.call({
    label: 'DAI for the maker',
    from: provider,
    to: daiOf(world),
    abi: erc20Abi as Abi,
    functionName: 'transfer',
    args: [maker, amount],
  })
  await callRouter(world, provider, 'ActionMiscV3', 'mintSyFromToken', [
    maker,
    sy,
    0n,
    tokenIn(world, amount),
  ])
  for (const { yieldToken } of ORIGIN_MARKETS) {
    const args = [maker, yieldToken, 0n, tokenIn(world, amount)]
    await callRouter(world, provider, 'ActionMiscV3', 'mintPyFromToken', args)
  }
  await chain.mine()
  const given = [daiOf(world), sy, ...ORIGIN_MARKETS.flatMap((of) => [of.principal, of.yieldToken])]
  for (const token of given) await approve(world, maker, token, limitRouter)
  await chain.call({
    label: 'cancel a limit order',
    from: maker,
    to: limitRouter,
    abi: loadPendle('limit/PendleLimitRouter').abi,
    functionName: 'cancelSingle',
    args: [await cancelledOrder(book)],
  })
  await chain.mine()
}

/** Put OpenZeppelin's ERC-4626 where mainnet has savings DAI, its SY, and open a market for each maturity. */
export async function openMarkets(world: WorldBuilder): Promise<void> {
  const { chain, book, deployer, provider } = world
  const { standardizedYield } = BASE.on(book)
  const vault = artifactOf(world.compile(VAULT), 'OpenZeppelinVault')
  await chain.place(vault, SAVINGS_DAI, [daiOf(world), 'Savings Dai', 'sDAI'], deployer)
  const sy = loadPendle('core/StandardizedYield/implementations/PendleERC4626SY')
  await chain.place(sy, standardizedYield, ['SY sDAI', 'SY-sDAI', SAVINGS_DAI], deployer)
  for (const spender of [SAVINGS_DAI, BASE.on(book).router]) {
    const call = { label: 'let DAI be taken', from: provider, to: daiOf(world), abi: erc20Abi as Abi }
    await chain.call({ ...call, functionName: 'approve', args: [spender, ALL] })
  }
  await chain.call({
    label: 'save DAI',
    from: provider,
    to: SAVINGS_DAI,
    abi: vaultAbi,
    functionName: 'deposit',
    args: [world.toAmount(ASSET, SAVED_USD), provider],
  })
  await chain.mine()
  for (const market of ORIGIN_MARKETS) {
    await createMarket(world, market)
    await fillMarket(world, market)
  }
  await fundMaker(world)
}

const [FIRST] = ORIGIN_MARKETS as readonly [OriginMarket]

/** Give the trader PT and YT to trade with. */
export async function prepareTrades(world: WorldBuilder): Promise<void> {
  const { chain, trader, book } = world
  const call = { label: 'let DAI be taken', from: trader, to: daiOf(world), abi: erc20Abi as Abi }
  await chain.call({ ...call, functionName: 'approve', args: [BASE.on(book).router, ALL] })
  await approve(world, trader, FIRST.principal)
  const split = tokenIn(world, world.toAmount(ASSET, SPLIT_USD))
  await callRouter(world, trader, 'ActionMiscV3', 'mintPyFromToken', [trader, FIRST.yieldToken, 0n, split])
  await chain.mine()
}

/** Sell PT in one round, buy about as many in the next, and let the vault earn. */
export async function tradeRound(world: WorldBuilder, round: number): Promise<void> {
  const { chain, trader, provider } = world
  const amount = world.toAmount(ASSET, TRADE_USD)
  const { market } = FIRST
  if (round % 2 === 0) {
    const args = [trader, market, amount, tokenOut(world), NO_ORDERS]
    return callRouter(world, trader, 'ActionSwapPTV3', 'swapExactPtForToken', args)
  }
  const args = [trader, market, 0n, APPROX, tokenIn(world, (amount * 987n) / 1_000n), NO_ORDERS]
  await callRouter(world, trader, 'ActionSwapPTV3', 'swapExactTokenForPt', args)
  await chain.call({
    label: 'yield of savings DAI',
    from: provider,
    to: daiOf(world),
    abi: erc20Abi as Abi,
    functionName: 'transfer',
    args: [SAVINGS_DAI, world.toAmount(ASSET, YIELD_USD)],
  })
}
