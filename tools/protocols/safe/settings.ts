import { type Address, getAddress, type Hex, numberToHex, pad, zeroAddress } from 'viem'
import type { AccountSettings } from '../../core/contract-account.ts'
import { decodeFunctionResult } from '../../core/decode-function-result.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { safeStateAbi } from './abi.ts'

/** Modules and owners are linked lists that begin and end here (`ModuleManager.SENTINEL_MODULES`). */
export const SENTINEL = numberToHex(1, { size: 20 })

/** Most modules that are listed. */
export const MOST_MODULES = 50n

/** Slots of a Safe: its code's address is its first, guard and handler lie at the hash of their names (`GuardManager`, `FallbackManager`). */
export const SLOTS = {
  singleton: pad('0x', { size: 32 }),
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  fallbackHandler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
} as const satisfies Record<string, Hex>

/** What decides for a Safe. */
export interface SafeSettings {
  readonly owners: readonly Address[]
  readonly threshold: number
  readonly modules: readonly Address[]
  readonly guard: Address
  readonly fallbackHandler: Address
  readonly singleton: Address
}

const slotView = (slot: Hex) => ({ functionName: 'getStorageAt', args: [BigInt(slot), 1n] }) as const

const VIEWS = [
  { functionName: 'getOwners' },
  { functionName: 'getThreshold' },
  { functionName: 'getModulesPaginated', args: [SENTINEL, MOST_MODULES] },
  slotView(SLOTS.guard),
  slotView(SLOTS.fallbackHandler),
  slotView(SLOTS.singleton),
] as const

/** Encode the views by which a Safe says what decides for it. */
export const listSettingsViews = (safe: Address) =>
  VIEWS.map((view) => ({ to: safe, data: encodeFunctionData({ abi: safeStateAbi, ...view } as never) }))

/** Read what the views answer; undefined where it is no Safe, or has more modules than can be listed. */
export function readSettings(answers: readonly (Hex | undefined)[]): SafeSettings | undefined {
  try {
    const [owners, threshold, page, guard, fallbackHandler, singleton] = VIEWS.map(
      ({ functionName }, index) =>
        decodeFunctionResult({ abi: safeStateAbi, functionName, data: answers[index] ?? '0x' } as never),
    ) as unknown as [readonly Address[], bigint, readonly [readonly Address[], Address], Hex, Hex, Hex]
    const [modules, next] = page
    if (![SENTINEL, zeroAddress].some((end) => isAddressEqual(end, next))) return undefined
    const toAddress = (word: Hex) => getAddress(`0x${word.slice(-40)}`)
    return {
      owners,
      threshold: Number(threshold),
      modules,
      guard: toAddress(guard),
      fallbackHandler: toAddress(fallbackHandler),
      singleton: toAddress(singleton),
    }
  } catch {
    return undefined
  }
}

/** Write settings as the texts that everything else of the stack knows them as. */
export const toAccountSettings = (settings: SafeSettings): AccountSettings => ({
  owners: settings.owners,
  threshold: [String(settings.threshold)],
  modules: settings.modules,
  guard: [settings.guard],
  fallbackHandler: [settings.fallbackHandler],
  singleton: [settings.singleton],
})

/** Read settings back from their texts. */
export const fromAccountSettings = (settings: AccountSettings): SafeSettings => {
  const list = (setting: string) => (settings[setting] ?? []) as readonly Address[]
  const only = (setting: string) => list(setting)[0] ?? zeroAddress
  return {
    owners: list('owners'),
    threshold: Number(settings.threshold?.[0]),
    modules: list('modules'),
    guard: only('guard'),
    fallbackHandler: only('fallbackHandler'),
    singleton: only('singleton'),
  }
}
