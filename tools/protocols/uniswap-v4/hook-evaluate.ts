import { type Address, getAddress, type Hex, size } from 'viem'
import { chainsOf } from '../../core/base.ts'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { AddressSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { classifyCode, EIP1967_SLOTS, readAddressWord } from '../../kit/account-kind.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { BASE } from './base.ts'
import {
  describePowers,
  HOOK_PARAMETER,
  type Permission,
  PermissionSchema,
  POWERS_OUTPUT,
  permissionsOf,
} from './hook.ts'
import { type CodeScan, scanCode } from './hook-scan.ts'
import { findTemplate, type TemplateName } from './hook-templates.ts'
import { DYNAMIC_FEE, namePool, POOL_ERROR_CODES, readPoolState, resolvePool } from './pool.ts'

const NullableAddress = Type.Union([AddressSchema, Type.Null()])

const RISKS = ['high', 'medium', 'low'] as const

const RiskSchema = Type.Unsafe<(typeof RISKS)[number]>({ type: 'string', enum: [...RISKS] })

/** `owner()`, by its selector. */
const OWNER = '0x8da5cb5b'

/** Evaluate a V4 hook's risk: permissions, upgradeability, owner, deltas. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_evaluate',
  description:
    "Evaluate a Uniswap V4 hook's risk: permissions, upgradeability, owner, taking of deltas, unknown code.",
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['code', 'owner'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_evaluate judges a Uniswap V4 hook by what its address lets it do, whether its code may become another one, who owns it and whether its code is known; each finding has its risk.',
  promptGuidelines: [
    'Low risk is what was found, no promise: the code itself is not proven.',
    'The owner is what the hook says of itself, which is evidence and no truth; null says that it names none.',
    'hook_test_exit_safety tries whether liquidity leaves; hook_simulate_swap what a trade pays.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...HOOK_PARAMETER,
      poolId: Type.Optional({
        ...HashSchema,
        description: 'a pool of the hook whose fee is looked at as well',
      }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    hook: AddressSchema,
    risk: RiskSchema,
    permissions: Type.Array(PermissionSchema),
    ...POWERS_OUTPUT,
    codeHash: HashSchema,
    codeSizeBytes: Type.Integer(),
    isUpgradeable: Type.Boolean(),
    implementation: NullableAddress,
    /** Who may upgrade it, as EIP-1967 keeps it. */
    admin: NullableAddress,
    /** As its own `owner()` says. */
    owner: NullableAddress,
    /** The template of hook_list_templates that its code is, whatever its constructor was given. */
    template: Type.Union([Type.String(), Type.Null()]),
    /** The fee of the pool that was named. */
    fee: Type.Union([
      Type.Object({ isDynamic: Type.Boolean(), lpFeeMillionths: Type.Integer() }),
      Type.Null(),
    ]),
    findings: Type.Array(Type.Object({ risk: RiskSchema, finding: Type.String() })),
  }),
  errorCodes: ['NOT_FOUND', ...POOL_ERROR_CODES],
  async read(params, ctx) {
    const hook = getAddress(params.hook)
    ctx.step('code')
    const code = await ctx.chain.getCode({ address: hook })
    if (code === undefined || code === '0x') {
      throw new ToolError('NOT_FOUND', { subject: `hook ${hook}`, reason: 'no contract is at this address' })
    }
    const scan = scanCode(code)
    const mayDelegate = scan.operations.some((name) => name === 'DELEGATECALL' || name === 'CALLCODE')
    ctx.step('owner')
    const slotOf = async (slot: keyof typeof EIP1967_SLOTS) =>
      mayDelegate
        ? readAddressWord(await ctx.chain.getStorageAt({ address: hook, slot: EIP1967_SLOTS[slot] }))
        : undefined
    const [state, implementation, beacon, admin, fee] = await Promise.all([
      ctx.chain.readState({ ...NO_STATE, views: [{ to: hook, data: OWNER }] }),
      slotOf('implementation'),
      slotOf('beacon'),
      slotOf('admin'),
      params.poolId === undefined ? undefined : readFee(ctx, hook, params.poolId),
    ])
    const word = state.views[0]
    const owner = word !== undefined && size(word) === 32 ? readAddressWord(word) : undefined
    const fixed = classifyCode(code)
    const isUpgradeable = implementation !== undefined || beacon !== undefined
    const permissions = permissionsOf(hook)
    const template = findTemplate(code)
    const findings = listFindings({ permissions, scan, mayDelegate, isUpgradeable, owner, template, fee })
    return {
      hook,
      risk: RISKS.find((risk) => findings.some((finding) => finding.risk === risk)) ?? 'low',
      permissions: [...permissions],
      ...describePowers(permissions),
      codeHash: keccak256(code),
      codeSizeBytes: size(code),
      isUpgradeable,
      implementation: implementation ?? ('implementation' in fixed ? fixed.implementation : null),
      admin: admin ?? null,
      owner: owner ?? null,
      template: template ?? null,
      fee: fee ?? null,
      findings,
    }
  },
})

interface Fee {
  readonly isDynamic: boolean
  readonly lpFeeMillionths: number
}

/** Read the fee of a pool, which has to be one of the hook's. */
async function readFee(ctx: Pick<ToolContext, 'book' | 'chain'>, hook: Address, poolId: Hex): Promise<Fee> {
  const pool = await resolvePool(ctx, { poolId })
  if (!isAddressEqual(pool.key.hooks, hook)) {
    const problem = `must be a pool of ${hook}: found ${namePool(pool)}`
    throw new ToolError('INVALID_PARAMS', { path: '/poolId', problem })
  }
  const { lpFee } = await readPoolState(ctx, pool)
  return { isDynamic: pool.key.fee === DYNAMIC_FEE, lpFeeMillionths: lpFee }
}

type Finding = { risk: (typeof RISKS)[number]; finding: string }

function listFindings({
  permissions,
  scan,
  mayDelegate,
  isUpgradeable,
  owner,
  template,
  fee,
}: {
  readonly permissions: readonly Permission[]
  readonly scan: CodeScan
  readonly mayDelegate: boolean
  readonly isUpgradeable: boolean
  readonly owner: Address | undefined
  readonly template: TemplateName | undefined
  readonly fee: Fee | undefined
}): Finding[] {
  const powers = describePowers(permissions)
  const rules: readonly [boolean, Finding['risk'], string][] = [
    [isUpgradeable, 'high', 'is a proxy: somebody can give it other code'],
    [mayDelegate && !isUpgradeable, 'high', 'runs code of others as its own (DELEGATECALL)'],
    [scan.operations.includes('SELFDESTRUCT'), 'high', 'can destroy itself'],
    [powers.changesLiquidityAmounts, 'high', 'may take of what liquidity pays in or out'],
    [powers.changesSwapAmounts, 'medium', 'may take or give in swaps beside the pool'],
    [powers.mayRefuseWithdrawals, 'medium', 'may refuse that liquidity leaves'],
    [owner !== undefined, 'medium', `says that it has an owner: ${owner}`],
    [
      scan.ownerFunctions.length > 0,
      'medium',
      `has functions of somebody who rules over it: ${scan.ownerFunctions.join(', ')}`,
    ],
    [fee?.isDynamic === true, 'medium', `sets the fee of the pool: ${fee?.lpFeeMillionths} millionths now`],
    [template === undefined, 'low', 'its code is none of the known templates'],
    [powers.mayRefuseSwaps, 'low', 'may refuse swaps'],
    [powers.mayRefuseDeposits, 'low', 'may refuse that liquidity comes'],
  ]
  return rules.flatMap(([holds, risk, finding]) => (holds ? [{ risk, finding }] : []))
}
