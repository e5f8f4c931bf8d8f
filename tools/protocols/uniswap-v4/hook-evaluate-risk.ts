import { type Address, getAddress, size } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
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

const NullableAddress = Type.Union([AddressSchema, Type.Null()])

const RISKS = ['high', 'medium', 'low'] as const

const RiskSchema = Type.Unsafe<(typeof RISKS)[number]>({ type: 'string', enum: [...RISKS] })

/** `owner()`, by its selector. */
const OWNER = '0x8da5cb5b'

/** Evaluate a V4 hook's risk: permissions, upgradeability, owner, deltas. */
export const TOOL_DEF = defineReadTool({
  name: 'hook_evaluate_risk',
  description:
    "Evaluate a Uniswap V4 hook's risk: permissions, upgradeability, owner, taking of deltas, its code.",
  category: 'hook',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['code', 'owner'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'hook_evaluate_risk judges a Uniswap V4 hook by what its address lets it do, whether its code may become another one, who owns it and what its code reaches for; each finding has its risk.',
  promptGuidelines: [
    'Low risk is what was found, no promise: the code itself is not proven.',
    'hook_test_exit_safety tries whether liquidity leaves; hook_simulate_swap what a trade pays.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(HOOK_PARAMETER, { additionalProperties: false }),
  output: Type.Object({
    hook: AddressSchema,
    risk: RiskSchema,
    permissions: Type.Array(PermissionSchema),
    ...POWERS_OUTPUT,
    codeHash: HashSchema,
    codeSizeBytes: Type.Integer(),
    isUpgradeable: Type.Boolean(),
    implementation: NullableAddress,
    owner: NullableAddress,
    findings: Type.Array(Type.Object({ risk: RiskSchema, finding: Type.String() })),
  }),
  errorCodes: ['NOT_FOUND'],
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
    const slotOf = async (slot: 'implementation' | 'beacon') =>
      mayDelegate
        ? readAddressWord(await ctx.chain.getStorageAt({ address: hook, slot: EIP1967_SLOTS[slot] }))
        : undefined
    const [state, implementation, beacon] = await Promise.all([
      ctx.chain.readState({ ...NO_STATE, views: [{ to: hook, data: OWNER }] }),
      slotOf('implementation'),
      slotOf('beacon'),
    ])
    const word = state.views[0]
    const owner = word !== undefined && size(word) === 32 ? readAddressWord(word) : undefined
    const fixed = classifyCode(code)
    const isUpgradeable = implementation !== undefined || beacon !== undefined
    const permissions = permissionsOf(hook)
    const findings = listFindings({ permissions, scan, mayDelegate, isUpgradeable, owner })
    return {
      hook,
      risk: RISKS.find((risk) => findings.some((finding) => finding.risk === risk)) ?? 'low',
      permissions: [...permissions],
      ...describePowers(permissions),
      codeHash: keccak256(code),
      codeSizeBytes: size(code),
      isUpgradeable,
      implementation: implementation ?? ('implementation' in fixed ? fixed.implementation : null),
      owner: owner ?? null,
      findings,
    }
  },
})

type Finding = { risk: (typeof RISKS)[number]; finding: string }

function listFindings({
  permissions,
  scan,
  mayDelegate,
  isUpgradeable,
  owner,
}: {
  readonly permissions: readonly Permission[]
  readonly scan: CodeScan
  readonly mayDelegate: boolean
  readonly isUpgradeable: boolean
  readonly owner: Address | undefined
}): Finding[] {
  const powers = describePowers(permissions)
  const rules: readonly [boolean, Finding['risk'], string][] = [
    [isUpgradeable, 'high', 'is a proxy: somebody can give it other code'],
    [mayDelegate && !isUpgradeable, 'high', 'runs code of others as its own (DELEGATECALL)'],
    [scan.operations.includes('SELFDESTRUCT'), 'high', 'can destroy itself'],
    [powers.changesLiquidityAmounts, 'high', 'may take of what liquidity pays in or out'],
    [powers.changesSwapAmounts, 'medium', 'may take or give in swaps beside the pool'],
    [powers.mayRefuseWithdrawals, 'medium', 'may refuse that liquidity leaves'],
    [owner !== undefined, 'medium', `has an owner: ${owner}`],
    [
      scan.ownerFunctions.length > 0,
      'medium',
      `has functions of somebody who rules over it: ${scan.ownerFunctions.join(', ')}`,
    ],
    [powers.mayRefuseSwaps, 'low', 'may refuse swaps'],
    [powers.mayRefuseDeposits, 'low', 'may refuse that liquidity comes'],
  ]
  return rules.flatMap(([holds, risk, finding]) => (holds ? [{ risk, finding }] : []))
}
