import { type Address, type Hex, isAddressEqual } from 'viem'
import { type AddressBook, NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { describeNative } from '../../tools/core/tokens.ts'
import type { AssetRule, SafetyPolicy, SpendingLimits, TargetRule } from '../../tools/safety/policy.ts'
import { ASSET_SELECTORS, type CagePolicy } from '../world/default-policy.ts'

/** What a scenario may change of the off-chain policy. */
export interface PolicyChoices {
  readonly limits: SpendingLimits
  readonly permitTtlSeconds: number
  readonly maxSignatureSeconds: number
  readonly rateLimit: SafetyPolicy['rateLimit']
  readonly maxClockSkewSeconds: number
  readonly phaseDwellSeconds: number
  readonly recipients: readonly Address[]
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
  rateLimit: { maxCalls: 60, windowSeconds: 60 },
  maxClockSkewSeconds: 120,
  phaseDwellSeconds: 600,
}

const MAX_GAS_LIMIT = 5_000_000n

/** List the contracts that plans may call: the cage's targets, and the assets for approvals and transfers. */
export const listTargets = (cage: CagePolicy): readonly { address: Address; selectors: readonly Hex[] }[] => [
  ...cage.targets.map(({ target, selectors }) => ({ address: target, selectors })),
  ...cage.assets.map(({ token }) => ({ address: token, selectors: ASSET_SELECTORS })),
]

/** Derive the off-chain policy from the cage's, so that it can only be as loose as the cage. */
export function deriveSafetyPolicy(
  book: AddressBook,
  cage: CagePolicy,
  codeHashes: ReadonlyMap<Address, Hex>,
  choices: PolicyChoices,
): SafetyPolicy {
  const targets: TargetRule[] = []
  for (const { address, selectors } of listTargets(cage)) {
    // WETH9 is both a target of its own and an asset.
    const index = targets.findIndex((rule) => isAddressEqual(rule.address, address))
    const codeHash = codeHashes.get(address)
    const merged = [...new Set([...(targets[index]?.selectors ?? []), ...selectors])]
    const rule = { address, selectors: merged, ...(codeHash ? { codeHash } : {}) }
    if (index < 0) targets.push(rule)
    else targets[index] = rule
  }
  return {
    chainId: book.chainId,
    owner: cage.owner,
    guardian: cage.guardian,
    ...choices,
    gas: { maxGasLimit: MAX_GAS_LIMIT, priorityFeeWei: 0n },
    assets: listAssets(book, cage),
    targets,
    spenders: cage.targets.map(({ target }) => target),
  }
}

function listAssets(book: AddressBook, cage: CagePolicy): AssetRule[] {
  const assets = cage.assets.flatMap(({ token, feed, isBase, maxStalenessSeconds }): AssetRule[] => {
    const info = book.tokens.find(({ address }) => isAddressEqual(address, token))
    if (info === undefined) return []
    const exposure = isAddressEqual(token, cage.wrappedNative) ? book.nativeSymbol : info.symbol
    const { symbol, decimals } = info
    const isNumeraire = symbol === 'USDC'
    return [{ token, symbol, decimals, exposure, isStable: isBase, isNumeraire, feed, maxStalenessSeconds }]
  })
  const wrapped = assets.find(({ token }) => isAddressEqual(token, cage.wrappedNative))
  if (wrapped === undefined) return assets
  const { symbol, decimals } = describeNative(book)
  return [...assets, { ...wrapped, token: NATIVE_TOKEN, symbol, decimals }]
}
