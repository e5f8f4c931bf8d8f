import { type Address, concat, getAddress, type Hex, hexToString, pad, size, slice, stringToHex } from 'viem'
import { keccak256 } from '../../core/keccak256.ts'
import { Type } from '../../core/schema.ts'

/** A condition on call data, as a modifier keeps them: flat, each with the place of its parent (`Types.sol`). */
export interface Condition {
  readonly parent: number
  readonly paramType: number
  readonly operator: number
  readonly compValue: Hex
}

/** Kinds of what a condition is on, and what it asks of it (`Types.sol`, `AbiType` and `Operator`). */
const STATIC = 1
const CALLDATA = 5
const MATCHES = 5
const EQUAL_TO = 16
const WITHIN_ALLOWANCE = 28

/** `transfer(address,uint256)`. */
export const TRANSFER = '0xa9059cbb'

/** Neither native currency nor code in the avatar's place (`ExecutionOptions.None`). */
export const NO_OPTIONS = 0

/** Names of roles, as text in 32 bytes. */
export const RoleNameSchema = Type.String({
  pattern: '^[A-Za-z0-9_.-]{1,31}$',
  description: 'name of the role: 1 to 31 letters, digits, "_", "." or "-"',
})

/** The key of a role by its name: the text itself, filled up with zeros. */
export const toRoleKey = (name: string): Hex => stringToHex(name, { size: 32 })

/** The name of a role by its key; null where that is no text. */
export function readRoleName(key: Hex): string | null {
  const name = hexToString(key, { size: 32 })
  return /^[\x20-\x7e]{1,31}$/.test(name) ? name : null
}

/** The allowance by which a role pays a token: another one for every role and token. */
export const toAllowanceKey = (roleKey: Hex, token: Address): Hex => keccak256(concat([roleKey, token]))

/** The conditions on `transfer` by which a role pays one recipient, within an allowance. */
export const describeFunding = (recipient: Address, allowanceKey: Hex): readonly Condition[] => [
  { parent: 0, paramType: CALLDATA, operator: MATCHES, compValue: '0x' },
  { parent: 0, paramType: STATIC, operator: EQUAL_TO, compValue: pad(recipient, { size: 32 }) },
  { parent: 0, paramType: STATIC, operator: WITHIN_ALLOWANCE, compValue: allowanceKey },
]

/** What a role may pay, and to whom. */
export interface Funding {
  readonly recipient: Address
  readonly allowanceKey: Hex
}

/** Read the conditions on a function as a payment within an allowance; undefined where they are anything else. */
export function readFunding(
  selector: Hex,
  conditions: readonly Condition[],
  options: number,
): Funding | undefined {
  const [, to, amount] = conditions
  if (selector !== TRANSFER || options !== NO_OPTIONS || conditions.length !== 3) return undefined
  if (to === undefined || amount === undefined || size(to.compValue) !== 32) return undefined
  const recipient = getAddress(slice(to.compValue, 12))
  const expected = describeFunding(recipient, amount.compValue)
  const isSame = expected.every((one, index) => {
    const found = conditions[index]
    return (
      found?.parent === one.parent &&
      found.paramType === one.paramType &&
      found.operator === one.operator &&
      found.compValue.toLowerCase() === one.compValue.toLowerCase()
    )
  })
  return isSame && size(amount.compValue) === 32 ? { recipient, allowanceKey: amount.compValue } : undefined
}

/** An allowance as a modifier keeps it, in base units and seconds. */
export interface Allowance {
  readonly refill: bigint
  readonly maxRefill: bigint
  readonly periodSeconds: bigint
  readonly balance: bigint
  readonly timestampSeconds: bigint
}

/** What an allowance comes to at a time, and when it is next refilled (`AllowanceTracker._accruedAllowance`). */
export function accrue(
  { refill, maxRefill, periodSeconds, balance, timestampSeconds }: Allowance,
  nowSeconds: bigint,
): { readonly balance: bigint; readonly nextRefillSeconds: bigint | undefined } {
  if (periodSeconds === 0n) return { balance, nextRefillSeconds: undefined }
  const elapsed = nowSeconds > timestampSeconds ? (nowSeconds - timestampSeconds) / periodSeconds : 0n
  const grown = balance + refill * elapsed
  return {
    balance: balance >= maxRefill ? balance : grown < maxRefill ? grown : maxRefill,
    nextRefillSeconds: timestampSeconds + (elapsed + 1n) * periodSeconds,
  }
}
