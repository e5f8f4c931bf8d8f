import { type Address, encodeDeployData, getContractAddress, type Hex, maxUint256 } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import { compileUnit } from '../../chain/solc.ts'
import { ACTORS } from '../../world/actors.ts'
import { type CagePolicy, NO_CAP } from '../../world/default-policy.ts'
import { deployCage } from '../../world/deploy-cage.ts'
import { type FixtureChain, mineAll, type SetupTransaction } from '../../world/mine-all.ts'
import { type CageRules, NOTHING_REMEMBERED } from '../model/cage/cage-rules.ts'
import { payIn } from '../model/cage/move-capital.ts'
import {
  ASSETS,
  type Asset,
  DECIMALS,
  FEED_DECIMALS,
  factsOf,
  type KnownCage,
  LOOSEN_DELAY_SECONDS,
  mapAssets,
  STALENESS_SECONDS,
} from './known-cage.ts'
import { STAND_ABI, selectorOfSwap } from './stand-abi.ts'

/** A chain on which a stand is built. */
export type StandChain = FixtureChain & { headTimestampSeconds(): bigint }

/** A cage of its own, with tokens, feeds and a venue that do what they are told. */
export interface Stand {
  readonly rpc: FixtureChain['rpc']
  readonly chainId: number
  readonly cage: Address
  readonly lens: Address
  readonly venue: Address
  readonly tokens: Readonly<Record<Asset, Address>>
  readonly feeds: Readonly<Record<Asset, Address>>
  /** What is known of it at the head. */
  readonly known: KnownCage
}

const USDC = 1_000_000n
const CAPITAL: Readonly<Record<Asset, bigint>> = {
  USDC: 100_000n * USDC,
  WETH: 5n * 10n ** 18n,
  WBTC: 10n ** 7n,
}
const PRICES_USD: Readonly<Record<Asset, bigint>> = { USDC: 1n, WETH: 2_000n, WBTC: 60_000n }

/** The widest limits; a case makes them tighter, which needs no time. */
const WIDEST: CageRules = {
  assets: ASSETS.map((token) => ({
    token,
    decimals: DECIMALS[token],
    isBase: token === 'USDC',
    capUsdc: token === 'USDC' ? NO_CAP : 1_000_000n * USDC,
  })),
  maxDrawdownBps: 10_000n,
  maxLossBps: 300n,
  maxStaleExitLossBps: 3_000n,
  minRebalanceIntervalSeconds: 600,
  windowSpendCapUsdc: 1_000_000n * USDC,
  windowLossCapUsdc: 100_000n * USDC,
  hotLaneUsdc: 1_000_000n * USDC,
}

/** What a stand is compiled of. */
export const STAND_UNIT = { entries: ['harness/property/cage-alone/contracts/Stand.sol'] }

const CREATION_GAS = '0x500000'
const CALL_GAS = '0x100000'

/** Enough to pay in and to push into a cage, whatever is drawn. */
const ENOUGH_WEI = `0x${(10n ** 30n).toString(16)}`
const ENOUGH = 10n ** 40n

/** Build a stand on a chain; the cage holds 100 000 USDC, 5 WETH and 0.1 WBTC. */
export async function buildStand(chain: StandChain): Promise<Stand> {
  const { rpc } = chain
  const contracts = compileUnit(STAND_UNIT)
  const from = ACTORS.deployer.address
  for (const { address } of [ACTORS.deployer, ACTORS.stranger]) {
    await rpc.request('anvil_setBalance', [address, ENOUGH_WEI])
  }
  const first = BigInt(await rpc.request<Hex>('eth_getTransactionCount', [from, 'latest']))
  const creations: SetupTransaction[] = []
  const create = (name: string, args: readonly unknown[] = []): Address => {
    const { abi, bytecode } = contracts[name] ?? { abi: [], bytecode: '0x' }
    const nonce = first + BigInt(creations.length)
    const data = encodeDeployData({ abi, bytecode, args })
    creations.push({ label: `create ${name}`, request: { from, data, gas: CREATION_GAS } })
    return getContractAddress({ from, nonce })
  }
  const tokens = mapAssets((asset) => create('StandToken', [asset, DECIMALS[asset]]))
  const feeds = mapAssets((asset) => create('StandFeed', [answerOf(asset)]))
  const [venue, lens] = [create('StandVenue'), create('StandLens')]
  for (const creation of creations) await mineAll(chain, [creation])
  await mineAll(
    chain,
    ASSETS.map((asset) => call(from, tokens[asset], 'mint', [ACTORS.owner.address, ENOUGH])),
  )
  const paidIn = ASSETS.map((asset) => ({ token: tokens[asset], amountBaseUnits: CAPITAL[asset] }))
  const capital = { tokens: paidIn, nativeWei: 0n }
  const cage = await deployCage(chain, policyOf(tokens, feeds, venue), capital)
  await mineAll(
    chain,
    ASSETS.map((asset) => call(ACTORS.owner.address, tokens[asset], 'approve', [cage, maxUint256])),
  )
  const chainId = Number(await rpc.request<Hex>('eth_chainId'))
  const known = begin(Number(chain.headTimestampSeconds()))
  return { rpc, chainId, cage, lens, venue, tokens, feeds, known }
}

const answerOf = (asset: Asset): bigint => PRICES_USD[asset] * 10n ** BigInt(FEED_DECIMALS)

const call = (
  from: Address,
  to: Address,
  functionName: 'mint' | 'approve',
  args: readonly [Address, bigint],
): SetupTransaction => ({
  label: functionName,
  request: { from, to, data: encodeFunctionData({ abi: STAND_ABI, functionName, args }), gas: CALL_GAS },
})

const policyOf = (tokens: Stand['tokens'], feeds: Stand['feeds'], venue: Address): CagePolicy => ({
  owner: ACTORS.owner.address,
  operator: ACTORS.operator.address,
  guardian: ACTORS.guardian.address,
  maxDrawdownBps: Number(WIDEST.maxDrawdownBps),
  maxLossBps: Number(WIDEST.maxLossBps),
  maxStaleExitLossBps: Number(WIDEST.maxStaleExitLossBps),
  minRebalanceIntervalSeconds: WIDEST.minRebalanceIntervalSeconds,
  loosenDelaySeconds: LOOSEN_DELAY_SECONDS,
  windowSpendCapUsdc: WIDEST.windowSpendCapUsdc,
  windowLossCapUsdc: WIDEST.windowLossCapUsdc,
  hotLaneUsdc: WIDEST.hotLaneUsdc,
  minHealth: 10n ** 18n,
  wrappedNative: tokens.WETH,
  assets: WIDEST.assets.map(({ token, capUsdc, isBase }) => ({
    token: tokens[token as Asset],
    feed: feeds[token as Asset],
    maxStalenessSeconds: STALENESS_SECONDS,
    capUsdc,
    isBase,
  })),
  targets: [{ target: venue, selectors: [selectorOfSwap] }],
  schemes: [],
  places: [],
  lossyPlaces: [],
  debtPlaces: [],
  recipients: [ACTORS.recipient.address],
})

/** What is known once the owner paid in, one asset after the other. */
function begin(nowSeconds: number): KnownCage {
  let known: KnownCage = {
    nowSeconds,
    rules: WIDEST,
    state: {
      totalShares: 0n,
      startPrice: 10n ** 18n,
      counted: new Map(),
      mark: 0n,
      ...NOTHING_REMEMBERED,
    },
    feeds: mapAssets((asset) => ({ answer: answerOf(asset) })),
    wallet: mapAssets(() => 0n),
    nativeWei: 0n,
    mute: [],
    isPaused: false,
    permits: 0,
  }
  for (const asset of ASSETS) {
    const amount = CAPITAL[asset]
    const paid = payIn(WIDEST, known.state, [asset, amount], factsOf(known))
    if ('refused' in paid) throw new RangeError(`a first deposit is refused: ${paid.refused}`)
    known = { ...known, state: paid.next, wallet: { ...known.wallet, [asset]: amount } }
  }
  return known
}
