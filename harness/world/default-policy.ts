import { type Address, type Hex, toFunctionSelector } from 'viem'
import type { AddressBook, TokenInfo } from '../../tools/core/address-book.ts'
import { selectorsOf } from '../../tools/kit/selectors-of.ts'
import { DEV_REGISTRY } from '../../tools/profiles/dev.ts'
import { HarnessError } from '../errors.ts'
import { ACTORS } from './actors.ts'

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

/** One token that stands for an asset of the cage; the ABI's `ReceiptConfig`. */
export interface CageReceipt {
  readonly token: Address
  readonly underlying: Address
  /** 0 for pegged one to one (aTokens), 1 for ERC-4626 shares, 2 for debt. */
  readonly kind: 0 | 1 | 2
}

/** One contract that a cage may call; the ABI's `TargetConfig`. */
export interface CageTarget {
  readonly target: Address
  readonly selectors: readonly Hex[]
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
  readonly wrappedNative: Address
  readonly positionManager: Address
  readonly assets: readonly CageAsset[]
  readonly receipts: readonly CageReceipt[]
  readonly targets: readonly CageTarget[]
  readonly recipients: readonly Address[]
}

/** The cap of an asset that has none. */
export const NO_CAP = 2n ** 256n - 1n

const USDC = 10n ** 6n

/** Caps of the risk assets; a priced token that is neither here nor a numeraire is left out. */
const CAPS_USDC: Readonly<Record<string, bigint>> = { WETH: 150_000n * USDC, WBTC: 60_000n * USDC }

const NUMERAIRES = ['USDC', 'DAI', 'USDT']

const select = (...signatures: readonly string[]) =>
  signatures.map((signature) => toFunctionSelector(`function ${signature}`))

/**
 * Functions of every asset that an off-chain allow-list approves. The cage knows them by itself, and a token that
 * is among the cage's targets could be approved as a spender, so they are not in the cage's list.
 */
export const ASSET_SELECTORS = select('approve(address,uint256)', 'transfer(address,uint256)')

/** What the default policy approves of each protocol that is deployed on a chain. */
const listCageTargets = (book: AddressBook): CageTarget[] =>
  DEV_REGISTRY.protocols.flatMap(({ base, cage = {} }) => {
    const addresses: Readonly<Record<string, Address>> = base.find(book) ?? {}
    return Object.entries(cage).flatMap(([name, functions]) => {
      const [target, contract] = [addresses[name], base.contracts[name]]
      return target && contract ? [{ target, selectors: selectorsOf(contract.abi, functions) }] : []
    })
  })

/** The contract whose position tokens a cage counts on a chain. */
const findPositionManager = (book: AddressBook): Address | undefined =>
  DEV_REGISTRY.protocols.flatMap(({ base, positionManager }) => {
    const addresses: Readonly<Record<string, Address>> = base.find(book) ?? {}
    return (positionManager === undefined ? undefined : addresses[positionManager]) ?? []
  })[0]

/**
 * Build the default policy of a cage for a chain; change members with a spread.
 *
 * @throws HarnessError DEPLOY_FAILED when the address book has no wrapped native coin, or no position manager.
 * @example await deployCage(fork, { ...defaultPolicy(book), maxDrawdownBps: 500 })
 */
export function defaultPolicy(book: AddressBook): CagePolicy {
  const { wrappedNative } = book
  const positionManager = findPositionManager(book)
  if (wrappedNative === undefined || positionManager === undefined) {
    throw new HarnessError('DEPLOY_FAILED', 'the default policy has nothing to approve', {
      expected: 'a wrapped native coin and a position manager in the address book',
      found: `${Object.keys(book.protocols).join(', ') || 'no protocol'} for chain ${book.chainId}`,
      hint: 'add their addresses to the base of their protocol',
    })
  }
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
    wrappedNative,
    positionManager,
    assets: book.tokens.flatMap(toAsset),
    receipts: [],
    targets: listCageTargets(book),
    recipients: [ACTORS.recipient.address],
  }
}

function toAsset({ symbol, address, feed }: TokenInfo): CageAsset[] {
  const isBase = NUMERAIRES.includes(symbol)
  const capUsdc = isBase ? NO_CAP : CAPS_USDC[symbol]
  if (feed === undefined || capUsdc === undefined) return []
  return [
    { token: address, feed: feed.address, maxStalenessSeconds: feed.maxStalenessSeconds, capUsdc, isBase },
  ]
}
