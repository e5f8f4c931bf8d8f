import type { Address, ContractFunctionArgs } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import type { AssetDelta, PositionDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import { buildApproval } from '../../kit/approval.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { keyOf } from './places.ts'
import type { Vault } from './vault.ts'

type Acting = Pick<ToolContext, 'account'>
type Of = Pick<Vault, 'address' | 'asset'>

/** Yield between plan and execution that still counts as the expected outcome. */
export const YIELD_TOLERANCE_BPS = 1

/** Codes that planning with a vault may raise. */
export const ACT_ERROR_CODES = ['NOT_A_VAULT', 'VAULT_LIMIT', 'VAULT_RATE_WORSE', 'ZERO_AMOUNT'] as const

/** Build a call of a vault. */
export const buildAct = <Name extends 'deposit' | 'mint' | 'withdraw' | 'redeem'>(
  { address: to }: Pick<Vault, 'address'>,
  functionName: Name,
  args: ContractFunctionArgs<typeof vaultAbi, 'nonpayable', Name>,
): Call => ({ to, valueWei: 0n, data: encodeFunctionData({ abi: vaultAbi, functionName, args } as never) })

/** Let a vault take exactly this much of its asset, and deposit it. */
export const buildDeposit = ({ account }: Acting, vault: Of, assets: bigint): Call[] => [
  buildApproval(vault.asset.address, vault.address, assets),
  buildAct(vault, 'deposit', [assets, account]),
]

/** What an action leaves of an allowance for a vault: nothing. */
export const spentAllowance = ({ account }: Acting, { address: spender, asset }: Of) => ({
  token: asset.address,
  owner: account,
  spender,
  valueBaseUnits: 0n,
})

/** What comes of a token or, below zero, goes. */
export const moves = ({ account }: Acting, token: Address, deltaBaseUnits: bigint): AssetDelta => ({
  token,
  account,
  deltaBaseUnits,
})

/** By how many shares of a vault a holding changes. */
export const changes = ({ address }: Pick<Vault, 'address'>, sharesDelta: bigint): PositionDelta => ({
  protocol: BASE.id,
  key: keyOf(address),
  kind: 'held',
  unitsDelta: sharesDelta,
})

/** Hold what is asked for against what a vault allows now; a limit that reverts allows nothing. @throws ToolError VAULT_LIMIT */
export function assertWithin(
  { address: vault }: Pick<Vault, 'address'>,
  limit: string,
  found: bigint | undefined,
  expected: bigint,
): void {
  if (found === undefined || found < expected) {
    throw BASE.error('VAULT_LIMIT', { vault, limit, found: found ?? 0n, expected })
  }
}

/** Hold what an account has against what it gives up. @throws ToolError INSUFFICIENT_LIQUIDITY */
export function assertHeld({ address }: Pick<Vault, 'address'>, found: bigint, expected: bigint): void {
  const subject = `the account's holding in vault ${address}`
  // Of nothing there is never enough.
  const needed = expected === 0n ? 1n : expected
  if (found < needed) throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found, expected: needed })
}

/** A bound on what a vault gives or takes for an amount. */
interface RateBound {
  readonly act: 'mint' | 'burn' | 'take' | 'pay'
  readonly unit: 'shares' | 'assets'
  readonly found: bigint
}

/**
 * Hold what a vault gives against the least that is accepted. Nothing is never accepted: what is too small for one share,
 * or for one base unit, would be the vault's.
 *
 * @throws ToolError VAULT_RATE_WORSE
 */
export function assertLeast(
  { address: vault }: Pick<Vault, 'address'>,
  bound: RateBound,
  least?: string,
): void {
  const expected = least === undefined || least === '0' ? 1n : BigInt(least)
  if (bound.found < expected)
    throw BASE.error('VAULT_RATE_WORSE', { vault, ...bound, bound: 'at least', expected })
}

/** Hold what a vault takes against the most that is accepted. @throws ToolError VAULT_RATE_WORSE */
export function assertMost(
  { address: vault }: Pick<Vault, 'address'>,
  bound: RateBound,
  most?: string,
): void {
  if (most === undefined || bound.found <= BigInt(most)) return
  throw BASE.error('VAULT_RATE_WORSE', { vault, ...bound, bound: 'at most', expected: BigInt(most) })
}
