import { type Address, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import type { Base } from '../../tools/core/base.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import type { CageCodeSpec } from '../../tools/core/protocol.ts'
import { selectorsOf } from '../../tools/kit/selectors-of.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { HarnessError } from '../errors.ts'
import { ACTORS } from './actors.ts'
import type { CageCode } from './cage-code.ts'

/** One asset that a cage may hold; the ABI's `AssetConfig`. */
export interface CageAsset {
  readonly token: Address
  readonly feed: Address
  readonly maxStalenessSeconds: number
  /** Largest position in USDC base units; {@link NO_CAP} for none. */
  readonly capUsdc: bigint
  /** Whether the asset is a numeraire: it carries no risk of its own. */
  readonly isBase: boolean
}

/** One contract that a cage may call; the ABI's `TargetConfig`. */
export interface CageTarget {
  readonly target: Address
  readonly selectors: readonly Hex[]
  readonly checker?: CageCode
  readonly reader?: CageCode
}

/** Everything that PolicyCage's constructor takes; the ABI's `CageConfig`. */
export interface CagePolicy {
  readonly owner: Address
  readonly operator: Address
  readonly guardian: Address
  readonly maxDrawdownBps: number
  readonly maxLossBps: number
  readonly maxStaleExitLossBps: number
  readonly minRebalanceIntervalSeconds: number
  readonly loosenDelaySeconds: number
  /** Most spend in every window of 24 hours, in USDC base units. */
  readonly windowSpendCapUsdc: bigint
  /** Most loss against the feeds in every window of 24 hours, in USDC base units. */
  readonly windowLossCapUsdc: bigint
  /** Most that leaves in every window of 24 hours without the guardian's signature, in USDC base units. */
  readonly hotLaneUsdc: bigint
  /** Least health of a position, 18 decimals; liquidation is at 1. */
  readonly minHealth: bigint
  readonly wrappedNative: Address
  readonly assets: readonly CageAsset[]
  readonly targets: readonly CageTarget[]
  /** Whose signed messages the cage may record. */
  readonly schemes: readonly CageCode[]
  /** Where positions may grow, as readers name it. */
  readonly places: readonly Hex[]
  /** Those in which ending a position may pay less than it counts for. */
  readonly lossyPlaces: readonly Hex[]
  /** Those in which a cage may owe. */
  readonly debtPlaces: readonly Hex[]
  readonly recipients: readonly Address[]
}

/** The cap of an asset that has none. */
export const NO_CAP = 2n ** 256n - 1n

const USDC = 10n ** 6n

/** Caps of the risk assets; a priced token that is neither here nor a numeraire is left out. */
const CAPS_USDC: Readonly<Record<string, bigint>> = { WETH: 150_000n * USDC, WBTC: 60_000n * USDC }

/** Cap of a wrapped native coin that is no ether. */
const NATIVE_CAP_USDC = 60_000n * USDC

type Addresses = Readonly<Record<string, Address>>

const NUMERAIRES = ['USDC', 'DAI', 'USDT']

const select = (...signatures: readonly string[]) =>
  signatures.map((signature) => toFunctionSelector(`function ${signature}`))

/**
 * Functions of every asset that an off-chain allow-list approves. The cage knows them by itself, and a token that
 * is among the cage's targets could be approved as a spender, so they are not in the cage's list.
 */
export const ASSET_SELECTORS = select('approve(address,uint256)', 'transfer(address,uint256)')

const toCode = (protocol: string, { contract, args }: CageCodeSpec, addresses: Addresses): CageCode => ({
  protocol,
  contract,
  // A contract that is not on every chain of its protocol is nowhere here.
  args: args.map((name) => addresses[name] ?? zeroAddress),
})

/** A protocol's contracts on a chain, and the wrapped native coin. */
const addressesOf = (book: AddressBook, base: Base): Addresses => ({
  ...base.find(book),
  ...(book.wrappedNative === undefined ? {} : { wrappedNative: book.wrappedNative }),
})

/** The schemes of every protocol that is deployed on a chain. */
const listSchemes = (book: AddressBook): CageCode[] =>
  DEV_REGISTRY.protocols.flatMap(({ id, base, schemes = [] }) => {
    if (base.find(book) === undefined) return []
    return schemes.map((spec) => toCode(id, spec, addressesOf(book, base)))
  })

/** What the default policy approves of each protocol that is deployed on a chain. */
const listCageTargets = (book: AddressBook): CageTarget[] =>
  DEV_REGISTRY.protocols.flatMap(({ id, base, cage = {} }) => {
    const addresses = addressesOf(book, base)
    return Object.entries(cage).flatMap(([name, access]) => {
      const [target, contract] = [addresses[name], base.contracts[name]]
      if (!target || !contract) return []
      const { functions, checker, reader } = 'functions' in access ? access : { functions: access }
      const codes = {
        ...(checker ? { checker: toCode(id, checker, addresses) } : {}),
        ...(reader ? { reader: toCode(id, reader, addresses) } : {}),
      }
      return [{ target, selectors: selectorsOf(contract.abi, functions), ...codes }]
    })
  })

/** Protocols with the places of a chain where their positions may stand. */
const listPlaced = (book: AddressBook) =>
  DEV_REGISTRY.protocols.map(({ places, ...rest }) => ({ ...rest, places: places?.(book) ?? [] }))

/** List the places whose end may pay less than it counts for, which no default policy approves. */
export const listLossyPlaces = (book: AddressBook): readonly Hex[] =>
  listPlaced(book).flatMap(({ places, endsWhole }) => (endsWhole ? [] : places))

/** One for each book: hashing its selectors, codes and places takes longer than opening a case. */
const policies = new WeakMap<AddressBook, CagePolicy>()

/**
 * Build the default policy of a cage for a chain; change members with a spread.
 *
 * @throws HarnessError DEPLOY_FAILED when the address book has no wrapped native coin.
 * @example await deployCage(fork, { ...defaultPolicy(book), maxDrawdownBps: 500 })
 */
export function defaultPolicy(book: AddressBook): CagePolicy {
  const policy = policies.get(book) ?? buildPolicy(book)
  policies.set(book, policy)
  return policy
}

function buildPolicy(book: AddressBook): CagePolicy {
  const { wrappedNative } = book
  if (wrappedNative === undefined) {
    throw new HarnessError('DEPLOY_FAILED', 'the default policy has nothing to approve', {
      expected: 'a wrapped native coin in the address book',
      found: `${Object.keys(book.protocols).join(', ') || 'no protocol'} for chain ${book.chainId}`,
      hint: 'add its address to the base of its protocol',
    })
  }
  const whole = listPlaced(book).filter(({ endsWhole }) => endsWhole)
  return {
    owner: ACTORS.owner.address,
    operator: ACTORS.operator.address,
    guardian: ACTORS.guardian.address,
    maxDrawdownBps: 1_000,
    maxLossBps: 100,
    maxStaleExitLossBps: 2_000,
    minRebalanceIntervalSeconds: 0,
    loosenDelaySeconds: 172_800,
    windowSpendCapUsdc: 100_000n * USDC,
    windowLossCapUsdc: 5_000n * USDC,
    hotLaneUsdc: 5_000n * USDC,
    minHealth: 11n * 10n ** 17n,
    wrappedNative,
    assets: book.tokens.flatMap((token) => toAsset(token, wrappedNative)),
    targets: listCageTargets(book),
    schemes: listSchemes(book),
    places: whole.flatMap(({ places }) => places),
    lossyPlaces: [],
    debtPlaces: whole.flatMap(({ places, lends }) => (lends ? places : [])),
    recipients: [ACTORS.recipient.address],
  }
}

function toAsset({ symbol, address, feed }: TokenInfo, wrappedNative: Address): CageAsset[] {
  const isBase = NUMERAIRES.includes(symbol)
  const isNative = isAddressEqual(address, wrappedNative)
  const capUsdc = isBase ? NO_CAP : (CAPS_USDC[symbol] ?? (isNative ? NATIVE_CAP_USDC : undefined))
  if (feed === undefined || capUsdc === undefined) return []
  return [
    { token: address, feed: feed.address, maxStalenessSeconds: feed.maxStalenessSeconds, capUsdc, isBase },
  ]
}
