import { type Address, getAddress, type Hex, zeroAddress } from 'viem'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { Type } from '../../core/schema.ts'
import { safeSettingsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { type SafeSettings, SENTINEL } from './settings.ts'

/** How many owners have to sign from then on. */
export const ThresholdSchema = Type.Integer({
  minimum: 1,
  maximum: 255,
  description: 'how many owners have to sign from then on',
})

interface OwnSafe {
  readonly safe: Hex
  readonly settings: SafeSettings
}

/** Check that so many owners exist. @throws ToolError SAFE_THRESHOLD_INVALID */
export function assertReachable(safe: Hex, threshold: number, owners: number): void {
  if (threshold < 1 || threshold > owners) {
    throw BASE.error('SAFE_THRESHOLD_INVALID', { safe, found: threshold, owners })
  }
}

const isIn = (list: readonly Address[], address: Address) =>
  list.some((entry) => isAddressEqual(entry, address))

/** Say that a Safe has what it is to get. */
const unchanged = (safe: Hex, setting: string) => BASE.error('SAFE_SETTING_UNCHANGED', { safe, setting })

/** The entry before another one in a list of a Safe. @throws ToolError NOT_FOUND */
function findPrevious(list: readonly Address[], address: Address, what: string): Address {
  const index = list.findIndex((entry) => isAddressEqual(entry, address))
  if (index < 0)
    throw new ToolError('NOT_FOUND', { subject: `${what} ${address}`, reason: 'the Safe has it not' })
  return list[index - 1] ?? SENTINEL
}

/** Encode that an owner is added. @throws ToolError SAFE_SETTING_UNCHANGED, SAFE_THRESHOLD_INVALID */
export function addOwner(
  { owner, threshold }: { readonly owner: string; readonly threshold: number },
  { safe, settings }: OwnSafe,
): Hex {
  const added = getAddress(owner)
  if (isIn(settings.owners, added)) throw unchanged(safe, `the owner ${added}`)
  assertReachable(safe, threshold, settings.owners.length + 1)
  return encodeFunctionData({
    abi: safeSettingsAbi,
    functionName: 'addOwnerWithThreshold',
    args: [added, BigInt(threshold)],
  })
}

/** Encode that an owner is removed. @throws ToolError NOT_FOUND, SAFE_THRESHOLD_INVALID */
export function removeOwner(
  { owner, threshold }: { readonly owner: string; readonly threshold: number },
  { safe, settings }: OwnSafe,
): Hex {
  const removed = getAddress(owner)
  const previous = findPrevious(settings.owners, removed, 'owner')
  assertReachable(safe, threshold, settings.owners.length - 1)
  return encodeFunctionData({
    abi: safeSettingsAbi,
    functionName: 'removeOwner',
    args: [previous, removed, BigInt(threshold)],
  })
}

/** Encode another threshold. @throws ToolError SAFE_SETTING_UNCHANGED, SAFE_THRESHOLD_INVALID */
export function changeThreshold(
  { threshold }: { readonly threshold: number },
  { safe, settings }: OwnSafe,
): Hex {
  if (threshold === settings.threshold) throw unchanged(safe, `a threshold of ${threshold}`)
  assertReachable(safe, threshold, settings.owners.length)
  return encodeFunctionData({
    abi: safeSettingsAbi,
    functionName: 'changeThreshold',
    args: [BigInt(threshold)],
  })
}

/** Encode that a module is enabled. @throws ToolError SAFE_SETTING_UNCHANGED */
export function enableModule(params: { readonly module: string }, { safe, settings }: OwnSafe): Hex {
  const enabled = getAddress(params.module)
  if (isIn(settings.modules, enabled)) throw unchanged(safe, `the module ${enabled}`)
  return encodeFunctionData({ abi: safeSettingsAbi, functionName: 'enableModule', args: [enabled] })
}

/** Encode that a module is disabled. @throws ToolError NOT_FOUND */
export function disableModule(params: { readonly module: string }, { settings }: OwnSafe): Hex {
  const disabled = getAddress(params.module)
  const previous = findPrevious(settings.modules, disabled, 'module')
  return encodeFunctionData({
    abi: safeSettingsAbi,
    functionName: 'disableModule',
    args: [previous, disabled],
  })
}

/** Encode another guard, or none. @throws ToolError SAFE_SETTING_UNCHANGED */
export function setGuard({ guard }: { readonly guard: string }, { safe, settings }: OwnSafe): Hex {
  const next = getAddress(guard)
  if (isAddressEqual(next, settings.guard)) {
    throw unchanged(safe, isAddressEqual(next, zeroAddress) ? 'no guard' : `the guard ${next}`)
  }
  return encodeFunctionData({ abi: safeSettingsAbi, functionName: 'setGuard', args: [next] })
}
