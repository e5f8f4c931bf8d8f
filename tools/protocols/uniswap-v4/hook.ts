import { type Address, concat, type Hex, slice } from 'viem'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, Type } from '../../core/schema.ts'

/**
 * What the last 14 bits of a hook's address let it do, from the highest bit on (v4-core `Hooks.sol`). Those that return a
 * delta change what the caller pays and gets.
 */
export const PERMISSIONS = [
  'beforeInitialize',
  'afterInitialize',
  'beforeAddLiquidity',
  'afterAddLiquidity',
  'beforeRemoveLiquidity',
  'afterRemoveLiquidity',
  'beforeSwap',
  'afterSwap',
  'beforeDonate',
  'afterDonate',
  'beforeSwapReturnDelta',
  'afterSwapReturnDelta',
  'afterAddLiquidityReturnDelta',
  'afterRemoveLiquidityReturnDelta',
] as const

/** One thing that a hook may do. */
export type Permission = (typeof PERMISSIONS)[number]

/** Bits of an address that say what a hook may do (`Hooks.ALL_HOOK_MASK`). */
const ALL_BITS = (1n << BigInt(PERMISSIONS.length)) - 1n

/** The bits of an address by which a hook has permissions. */
export const toBits = (permissions: readonly Permission[]): bigint =>
  PERMISSIONS.reduce((bits, name) => (bits << 1n) | (permissions.includes(name) ? 1n : 0n), 0n)

/** Read the bits of an address. */
export const bitsOf = (hook: Address): bigint => BigInt(hook) & ALL_BITS

/** The usual CREATE2 deployer (https://github.com/Arachnid/deterministic-deployment-proxy): it takes a salt and the creation code. */
export const HOOK_DEPLOYER: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** Where a deployer creates code (EIP-1014). */
export const toHookAddress = (deployer: Address, salt: Hex, initCodeHash: Hex): Address =>
  slice(keccak256(concat(['0xff', deployer, salt, initCodeHash])), 12)

/** What an address lets a hook do. */
export const permissionsOf = (hook: Address): readonly Permission[] => {
  const bits = bitsOf(hook)
  return PERMISSIONS.filter((_, index) => (bits >> BigInt(PERMISSIONS.length - 1 - index)) & 1n)
}

/** A permission by which amounts change needs the callback that it belongs to (`Hooks.isValidHookAddress`). */
const NEEDED: Readonly<Partial<Record<Permission, Permission>>> = {
  beforeSwapReturnDelta: 'beforeSwap',
  afterSwapReturnDelta: 'afterSwap',
  afterAddLiquidityReturnDelta: 'afterAddLiquidity',
  afterRemoveLiquidityReturnDelta: 'afterRemoveLiquidity',
}

/** The callback that permissions lack; undefined where a pool manager accepts them together. */
export const findMissing = (permissions: readonly Permission[]): Permission | undefined =>
  permissions.flatMap((name) => NEEDED[name] ?? []).find((name) => !permissions.includes(name))

/** A parameter that names a hook. */
export const HOOK_PARAMETER = {
  hook: Type.Unsafe<Address>({ ...AddressSchema, description: 'address of the hook' }),
}

/** Names of permissions. */
export const PermissionSchema = Type.Unsafe<Permission>({ type: 'string', enum: [...PERMISSIONS] })

/** What permissions mean for those who trade and provide. */
export const describePowers = (permissions: readonly Permission[]) => ({
  changesSwapAmounts: permissions.some((name) => /SwapReturnDelta$/.test(name)),
  changesLiquidityAmounts: permissions.some((name) => /LiquidityReturnDelta$/.test(name)),
  mayRefuseSwaps: permissions.some((name) => /Swap$/.test(name)),
  mayRefuseDeposits: permissions.some((name) => /AddLiquidity$/.test(name)),
  mayRefuseWithdrawals: permissions.some((name) => /RemoveLiquidity$/.test(name)),
})

/** How `describePowers` says it. */
export const POWERS_OUTPUT = {
  changesSwapAmounts: Type.Boolean(),
  changesLiquidityAmounts: Type.Boolean(),
  mayRefuseSwaps: Type.Boolean(),
  mayRefuseDeposits: Type.Boolean(),
  mayRefuseWithdrawals: Type.Boolean(),
}
