import type { Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { rolesSettingsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { defineRoleAct } from './define-role-act.ts'
import {
  describeFunding,
  NO_OPTIONS,
  RoleNameSchema,
  TRANSFER,
  toAllowanceKey,
  toRoleKey,
} from './funding-role.ts'

/** Most that a modifier keeps of an amount. */
const MOST_BASE_UNITS = 2n ** 128n - 1n

interface Terms {
  readonly role: string
  readonly token: string
  readonly step: 'allowance' | 'function' | 'target'
  readonly amountBaseUnits?: string
  readonly periodSeconds?: number
}

/** Encode one step of what lets a role pay a token to the account, within an allowance. @throws ToolError ROLE_TERMS_UNFIT */
async function encodeStep(terms: Terms, ctx: ToolContext): Promise<Hex> {
  const { role, step, amountBaseUnits, periodSeconds } = terms
  const refuse = (expected: string, found: string) =>
    BASE.error('ROLE_TERMS_UNFIT', { step, expected, found })
  const { address: token } = await resolveErc20(ctx, terms.token)
  const roleKey = toRoleKey(role)
  const key = toAllowanceKey(roleKey, token)
  if (step !== 'allowance') {
    if (amountBaseUnits !== undefined) throw refuse('no amount', amountBaseUnits)
    if (periodSeconds !== undefined) throw refuse('no period', `${periodSeconds} seconds`)
    return step === 'target'
      ? encodeFunctionData({ abi: rolesSettingsAbi, functionName: 'scopeTarget', args: [roleKey, token] })
      : encodeFunctionData({
          abi: rolesSettingsAbi,
          functionName: 'scopeFunction',
          args: [roleKey, token, TRANSFER, describeFunding(ctx.account, key), NO_OPTIONS],
        })
  }
  if (amountBaseUnits === undefined) throw refuse('an amount', 'none')
  const amount = BigInt(amountBaseUnits)
  if (amount > MOST_BASE_UNITS) throw refuse(`an amount up to ${MOST_BASE_UNITS}`, amountBaseUnits)
  // Without a period nothing is refilled; a time of 0 is now.
  const refill = periodSeconds === undefined ? 0n : amount
  return encodeFunctionData({
    abi: rolesSettingsAbi,
    functionName: 'setAllowance',
    args: [key, amount, amount, refill, BigInt(periodSeconds ?? 0), 0n],
  })
}

/** Set, step by step, that a role may pay a token of the owner's Safe to the account, within an allowance. */
export const TOOL_DEF = defineRoleAct({
  name: 'wallet_configure_role',
  description:
    "Set one step of what lets a role pay a token of the owner's Safe to the account, with its owners' signatures.",
  riskTier: 'layer3',
  promptSnippet:
    "wallet_configure_role sets in the Roles modifier of the owner's Safe that a role may transfer a token to the account, within an allowance; its owners sign each step.",
  promptGuidelines: [
    'The steps are "allowance" with its amount and period, "function" and "target"; the last one lets the others count.',
    'An allowance of 0 stops the role.',
  ],
  errorCodes: ['ROLE_TERMS_UNFIT', 'UNKNOWN_TOKEN'],
  members: {
    role: RoleNameSchema,
    token: TokenSchema,
    step: Type.Union([Type.Literal('allowance'), Type.Literal('function'), Type.Literal('target')]),
    amountBaseUnits: Type.Optional(BaseUnitsSchema),
    periodSeconds: Type.Optional(
      Type.Integer({
        minimum: 3_600,
        maximum: 31_536_000,
        description: 'seconds after which the amount may be paid again; never unless told',
      }),
    ),
  },
  encode: (params, ctx) => encodeStep(params as Terms, ctx),
})
