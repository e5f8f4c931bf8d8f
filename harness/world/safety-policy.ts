import type { Address, Hex } from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { Protocol } from '../../tools/core/protocol.ts'
import { describeNative } from '../../tools/core/tokens.ts'
import { MESSAGE_SELECTOR } from '../../tools/kit/message-selector.ts'
import { selectorsOf } from '../../tools/kit/selectors-of.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import type {
  Announcement,
  AssetRule,
  OwnerAccountRule,
  ReaderRule,
  SafetyPolicy,
  SpendingLimits,
  TargetRule,
} from '../../tools/safety/policy/policy.ts'
import { addressOfCode } from './cage-code.ts'
import { ASSET_SELECTORS, type CagePolicy } from './default-policy.ts'
import type { ContractPins } from './read-pins.ts'

/** What a scenario may change of the off-chain policy. */
export interface PolicyChoices {
  readonly limits: SpendingLimits
  readonly permitTtlSeconds: number
  readonly announce?: Announcement
  readonly maxSignatureSeconds: number
  readonly maxToleranceBps: number
  readonly rateLimit: SafetyPolicy['rateLimit']
  readonly logs: SafetyPolicy['logs']
  readonly maxClockSkewSeconds: number
  readonly phaseDwellSeconds: number
  readonly vitality: SafetyPolicy['vitality']
  readonly maxLiquidationLossBps: number
  readonly maxPriceDivergenceBps: number
  /** Heed the sequencer's uptime feed, with this grace period. */
  readonly sequencerGraceSeconds?: number
  readonly guardianTimeoutMs: number
  readonly recipients: readonly Address[]
  /** What operator and owner may call past the cage. */
  readonly ownTargets?: readonly TargetRule[]
  /** Assets that rebase, with the most that they may shrink by. */
  readonly maxRebaseLossBps?: ReadonlyMap<Address, number>
  /** Who approves privileged actions, when an OwnerGate owns the cage. */
  readonly approver?: Address
  /** What that is allowed where it is a contract account which acts for itself. */
  readonly ownerAccount?: OwnerAccountRule
}

/** The off-chain policy of a scenario that says nothing about it. */
export const DEFAULT_POLICY_CHOICES: Omit<PolicyChoices, 'recipients'> = {
  limits: {
    perTransactionUsdc: 20_000_000_000n,
    perDayUsdc: 100_000_000_000n,
    hotLaneUsdc: 5_000_000_000n,
  },
  permitTtlSeconds: 60,
  maxSignatureSeconds: 86_400,
  maxToleranceBps: 500,
  rateLimit: { maxCalls: 60, windowSeconds: 60 },
  logs: { firstBlock: 0n, maxBlocks: 10_000n },
  maxClockSkewSeconds: 120,
  phaseDwellSeconds: 600,
  maxLiquidationLossBps: 100,
  vitality: {
    thrivingFromBps: 7_000,
    cautiousFromBps: 5_000,
    defensiveFromBps: 3_000,
    survivalFromBps: 1,
    gasReserveWei: 10n ** 17n,
  },
  maxPriceDivergenceBps: 200,
  guardianTimeoutMs: 4_000,
}

/** Creating a weighted pool takes more than five million. */
const MAX_GAS_LIMIT = 6_000_000n

/** Far above what ordinary blocks ask for, and still a pause for a few hundredths of an ether. */
const MAX_FEE_PER_GAS_WEI = 500_000_000_000n

/** By book and account: nearly every scenario has the same cage. */
const ownTargets = new WeakMap<AddressBook, Map<Address, readonly TargetRule[]>>()

/** What the operator of an account, and its owner, may call past the cage, as targets of an off-chain policy. */
export function listOwnTargets(book: AddressBook, account: Address): readonly TargetRule[] {
  const known = ownTargets.get(book) ?? new Map<Address, readonly TargetRule[]>()
  ownTargets.set(book, known)
  const listed = known.get(account) ?? collectOwnTargets(book, account)
  known.set(account, listed)
  return listed
}

const collectOwnTargets = (book: AddressBook, account: Address): readonly TargetRule[] =>
  DEV_REGISTRY.protocols.flatMap((protocol) => [
    ...listAccess(protocol, protocol.operator, book, account).map(({ address, functions }) => ({
      address,
      selectors: [],
      operatorSelectors: functions,
    })),
    ...listAccess(protocol, protocol.owner, book, account).map(({ address, functions }) => ({
      address,
      selectors: [],
      ownerSelectors: functions,
    })),
  ])

const listAccess = (
  { base }: Pick<Protocol, 'base'>,
  access: Protocol['operator'] = {},
  book: AddressBook,
  account: Address,
): readonly { readonly address: Address; readonly functions: readonly Hex[] }[] =>
  Object.entries(access).flatMap(([name, { functions, at }]) => {
    const contract = base.contracts[name]
    const own = base.find(book)?.[name]
    const places = at === 'account' ? [account] : at ? at(book) : own ? [own] : []
    return places.map((address) => ({
      address,
      functions: contract ? selectorsOf(contract.abi, functions) : [],
    }))
  })

/** List the contracts that plans may call: the cage's targets, the assets for approvals and transfers, and its schemes. */
export const listTargets = (cage: CagePolicy): readonly TargetRule[] => [
  ...cage.targets.map(({ target, selectors }) => ({ address: target, selectors })),
  ...cage.assets.map(({ token }) => ({ address: token, selectors: ASSET_SELECTORS })),
  ...cage.schemes.map((scheme) => ({ address: addressOfCode(scheme), selectors: [MESSAGE_SELECTOR] })),
]

/** Derive the off-chain policy from the cage's, so that it can only be as loose as the cage. */
export function deriveSafetyPolicy(
  book: AddressBook,
  cage: CagePolicy,
  pins: ContractPins,
  choices: PolicyChoices,
): SafetyPolicy {
  // The wrapped native coin is both a target of its own and an asset.
  const targets = new Map<string, TargetRule>()
  const { sequencerGraceSeconds, maxRebaseLossBps, ownTargets = [], ...chosen } = choices
  for (const { address, selectors, operatorSelectors, ownerSelectors } of [
    ...listTargets(cage),
    ...ownTargets,
  ]) {
    const known = targets.get(address.toLowerCase())
    const codeHash = pins.codeHashes.get(address)
    const implementation = pins.implementations.get(address)
    const merged = [...new Set([...(known?.selectors ?? []), ...selectors])]
    const ofOperator = [...(known?.operatorSelectors ?? []), ...(operatorSelectors ?? [])]
    const ofOwner = [...(known?.ownerSelectors ?? []), ...(ownerSelectors ?? [])]
    const rule = {
      address,
      selectors: merged,
      ...(ofOperator.length > 0 ? { operatorSelectors: ofOperator } : {}),
      ...(ofOwner.length > 0 ? { ownerSelectors: ofOwner } : {}),
      ...(codeHash ? { codeHash } : {}),
      ...(implementation ? { implementation } : {}),
    }
    targets.set(address.toLowerCase(), rule)
  }
  return {
    chainId: book.chainId,
    owner: cage.owner,
    guardian: cage.guardian,
    ...chosen,
    ...(sequencerGraceSeconds === undefined || book.sequencerUptimeFeed === undefined
      ? {}
      : { sequencer: { feed: book.sequencerUptimeFeed, gracePeriodSeconds: sequencerGraceSeconds } }),
    gas: { maxGasLimit: MAX_GAS_LIMIT, priorityFeeWei: 0n, maxFeePerGasWei: MAX_FEE_PER_GAS_WEI },
    assets: listAssets(book, cage).map((asset) => {
      const bps = maxRebaseLossBps?.get(asset.token)
      return bps === undefined ? asset : { ...asset, maxRebaseLossBps: bps }
    }),
    targets: [...targets.values()],
    readers: listReaders(cage),
    minHealth: cage.minHealth,
    spenders: cage.targets.map(({ target }) => target),
  }
}

/** List the readers that a cage counts positions by, each with its protocol. */
function listReaders({ targets }: CagePolicy): ReaderRule[] {
  const readers = new Map<Address, ReaderRule>()
  for (const { reader } of targets) {
    if (reader === undefined) continue
    const address = addressOfCode(reader)
    readers.set(address, { address, protocol: reader.protocol })
  }
  return [...readers.values()]
}

function listAssets(book: AddressBook, cage: CagePolicy): AssetRule[] {
  const assets = cage.assets.flatMap(({ token, feed, isBase, maxStalenessSeconds }): AssetRule[] => {
    const info = book.tokens.find(({ address }) => isAddressEqual(address, token))
    if (info === undefined) return []
    const exposure = isAddressEqual(token, cage.wrappedNative) ? book.nativeSymbol : info.symbol
    const { symbol, decimals } = info
    const isNumeraire = symbol === 'USDC'
    const { secondaryFeed } = info
    const secondary = secondaryFeed && {
      feed: secondaryFeed.address,
      maxStalenessSeconds: secondaryFeed.maxStalenessSeconds,
    }
    const rule = {
      token,
      symbol,
      decimals,
      exposure,
      isStable: isBase,
      isNumeraire,
      feed,
      maxStalenessSeconds,
    }
    return [{ ...rule, ...(secondary ? { secondary } : {}) }]
  })
  const wrapped = assets.find(({ token }) => isAddressEqual(token, cage.wrappedNative))
  if (wrapped === undefined) return assets
  const { symbol, decimals } = describeNative(book)
  return [...assets, { ...wrapped, token: NATIVE_TOKEN, symbol, decimals }]
}
