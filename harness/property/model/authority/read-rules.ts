import type { Address } from 'viem'
import type { AddressBook } from '../../../../tools/core/address-book.ts'
import { isAddressEqual } from '../../../../tools/core/is-address-equal.ts'
import type { StageSetup } from '../../../stage/open-stage.ts'
import { defaultPolicy } from '../../../world/default-policy.ts'
import { DEFAULT_POLICY_CHOICES } from '../../../world/safety-policy.ts'
import { tokensOf } from '../known-tokens.ts'
import type { AuthorityRules } from './authority.ts'

/** Most gas of one action, as every harness policy has it. */
const MAX_GAS_LIMIT = 6_000_000n

/** Put together what the owner of a scenario's world decided. */
export function readRules(setup: StageSetup, book: AddressBook, account: Address): AuthorityRules {
  const { capsUsdc, targets = [], ...changes } = setup.cage ?? {}
  const cage = { ...defaultPolicy(book), ...changes }
  const { recipients = cage.recipients, ...choices } = { ...DEFAULT_POLICY_CHOICES, ...setup.choices }
  const symbolOf = (address: Address) =>
    book.tokens.find((token) => isAddressEqual(token.address, address))?.symbol ?? address
  const decimals = new Map(tokensOf(book).map((token) => [token.symbol, token.decimals]))
  const assets = cage.assets.map(({ token, capUsdc, isBase }) => ({
    token: symbolOf(token),
    decimals: decimals.get(symbolOf(token)) ?? 18,
    isBase,
    capUsdc: capsUsdc?.get(token) ?? capUsdc,
  }))
  return {
    profile: setup.profile ?? 'trader',
    limits: choices.limits,
    permitTtlSeconds: choices.permitTtlSeconds,
    rateLimit: choices.rateLimit,
    maxSignatureSeconds: choices.maxSignatureSeconds,
    maxClockSkewSeconds: choices.maxClockSkewSeconds,
    phaseDwellSeconds: choices.phaseDwellSeconds,
    maxPriceDivergenceBps: choices.maxPriceDivergenceBps,
    maxToleranceBps: choices.maxToleranceBps,
    vitality: choices.vitality,
    maxGasLimit: MAX_GAS_LIMIT,
    guardian: setup.guardian ?? 'on',
    secondProvider: setup.secondProvider ?? 'off',
    signer: setup.signer ?? 'on',
    lists: {
      account,
      owner: cage.owner,
      operator: cage.operator,
      nativeSymbol: book.nativeSymbol,
      wrappedSymbol: symbolOf(cage.wrappedNative),
      cageAssets: assets,
      cageRecipients: cage.recipients,
      recipients,
      spenders: [...cage.targets, ...targets].map(({ target }) => target),
    },
    cage: {
      assets,
      maxDrawdownBps: BigInt(cage.maxDrawdownBps),
      maxLossBps: BigInt(cage.maxLossBps),
      maxStaleExitLossBps: BigInt(cage.maxStaleExitLossBps),
      minRebalanceIntervalSeconds: cage.minRebalanceIntervalSeconds,
      windowSpendCapUsdc: cage.windowSpendCapUsdc,
      windowLossCapUsdc: cage.windowLossCapUsdc,
      // Unless it is set apart, it is that of the limits.
      hotLaneUsdc: changes.hotLaneUsdc ?? choices.limits.hotLaneUsdc,
    },
    decimals,
    numeraire: 'USDC',
  }
}
