import { type Address, type ContractFunctionParameters, getAddress, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { multicall3Abi } from '../../kit/bundle-abi.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { avatarAbi, rolesEventsAbi, rolesStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { accrue, readRoleName } from './funding-role.ts'
import { type RoleState, replayRoles } from './replay-roles.ts'

/** Most allowances whose state is read. */
const MOST_ALLOWANCES = 50

const FunctionSchema = Type.Object({
  selector: HexSchema,
  /** Freely, as a payment of the target to `recipient` within an allowance, or under other conditions. */
  access: Type.Union([Type.Literal('free'), Type.Literal('payment'), Type.Literal('conditions')]),
  conditionCount: Type.Integer(),
  maySendNative: Type.Boolean(),
  mayDelegatecall: Type.Boolean(),
  recipient: Type.Union([AddressSchema, Type.Null()]),
  allowanceKey: Type.Union([HashSchema, Type.Null()]),
})

const RoleSchema = Type.Object({
  roleKey: HashSchema,
  /** Null where the key is no text. */
  name: Type.Union([Type.String(), Type.Null()]),
  members: Type.Array(AddressSchema),
  targets: Type.Array(
    Type.Object({
      target: AddressSchema,
      /** Nothing of it, any function of it, or the listed ones. */
      clearance: Type.Union([Type.Literal('none'), Type.Literal('target'), Type.Literal('function')]),
      maySendNative: Type.Boolean(),
      mayDelegatecall: Type.Boolean(),
      functions: Type.Array(FunctionSchema),
    }),
  ),
})

/** `ExecutionOptions` of a modifier: bit 0 lets native currency go along, bit 1 lets code run in the avatar's place. */
const describeOptions = (options: number) => ({
  maySendNative: (options & 1) !== 0,
  mayDelegatecall: (options & 2) !== 0,
})

const describeRole = (roleKey: Hex, { members, targets }: RoleState) => ({
  roleKey,
  name: readRoleName(roleKey),
  members: [...members],
  targets: [...targets].map(([target, { clearance, options, functions }]) => ({
    target,
    clearance,
    ...describeOptions(options),
    functions: [...functions].map(([selector, { access, conditionCount, options: own, funding }]) => ({
      selector,
      access,
      conditionCount,
      ...describeOptions(own),
      recipient: funding?.recipient ?? null,
      allowanceKey: funding?.allowanceKey ?? null,
    })),
  })),
})

/** Read whom a modifier belongs to and acts for. @throws ToolError NOT_A_ROLES_MODIFIER */
async function readSetup(modifier: Address, { chain, book }: ToolContext) {
  const contract = { address: modifier, abi: rolesStateAbi } as const
  const [owner, avatar, target] = await chain.multicall({
    ...inOneCall(book),
    contracts: [
      { ...contract, functionName: 'owner' },
      { ...contract, functionName: 'avatar' },
      { ...contract, functionName: 'target' },
    ],
  })
  if (owner.result === undefined || avatar.result === undefined || target.result === undefined) {
    throw BASE.error('NOT_A_ROLES_MODIFIER', {
      modifier,
      safe: 'anybody',
      problem: 'it does not answer as one',
    })
  }
  return { owner: owner.result, avatar: avatar.result, target: target.result }
}

/** Read what the allowances come to at the head, and whether the avatar lets the modifier act for it. */
async function readState(
  modifier: Address,
  avatar: Address,
  keys: readonly Hex[],
  { chain, book }: ToolContext,
) {
  const batch = inOneCall(book)
  const contracts: readonly ContractFunctionParameters[] = [
    { address: avatar, abi: avatarAbi, functionName: 'isModuleEnabled', args: [modifier] },
    { address: batch.multicallAddress, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
    ...keys.map((key) => ({
      address: modifier,
      abi: rolesStateAbi,
      functionName: 'allowances',
      args: [key],
    })),
  ]
  const [isEnabled, now, ...answers] = await chain.multicall({ ...batch, contracts })
  const failed = [now, ...answers].find((answer) => answer?.status !== 'success')
  if (failed !== undefined) {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: `the allowances of ${modifier}`,
      reason: String(failed.error),
    })
  }
  const nowSeconds = now?.result as bigint
  return {
    // What is no account of modules answers nothing.
    isEnabled: isEnabled?.result === true,
    allowances: answers.map(({ result }, index) => {
      const [refill, maxRefill, periodSeconds, balance, timestampSeconds] = result as readonly [
        ...[bigint, bigint, bigint, bigint, bigint],
      ]
      const kept = { refill, maxRefill, periodSeconds, balance, timestampSeconds }
      const current = accrue(kept, nowSeconds)
      return {
        allowanceKey: keys[index] as Hex,
        balanceBaseUnits: current.balance.toString(),
        refillBaseUnits: refill.toString(),
        maxRefillBaseUnits: maxRefill.toString(),
        periodSeconds: periodSeconds.toString(),
        nextRefillSeconds: current.nextRefillSeconds?.toString() ?? null,
      }
    }),
  }
}

/** Read what members of roles may do in the name of a Safe, and what is left of their allowances. */
export const TOOL_DEF = defineReadTool({
  name: 'wallet_get_role_permissions',
  description:
    "Read what the roles of a Roles modifier may call in its Safe's name, and their remaining allowances.",
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['setup', 'logs', 'allowances'],
  spriteTrigger: 'thinking',
  promptSnippet:
    "wallet_get_role_permissions reads what each role of a Roles modifier may call in its Safe's name, who has it, and what is left of its allowances.",
  promptGuidelines: [
    'Roles are read from events of the window alone; look further back where isEnabled holds and no role shows.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ modifier: AddressSchema, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    modifier: AddressSchema,
    owner: AddressSchema,
    avatar: AddressSchema,
    target: AddressSchema,
    /** Whether the avatar lets the modifier act for it. */
    isEnabled: Type.Boolean(),
    ...WINDOW_OUTPUT,
    roles: Type.Array(RoleSchema),
    /** As they stand at the head, what time refilled included. */
    allowances: Type.Array(
      Type.Object({
        allowanceKey: HashSchema,
        balanceBaseUnits: BaseUnitsSchema,
        refillBaseUnits: BaseUnitsSchema,
        maxRefillBaseUnits: BaseUnitsSchema,
        periodSeconds: Type.String(),
        /** Unix time of the next refill; null where there is none. */
        nextRefillSeconds: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
    /** False where more allowances were set than are read. */
    isComplete: Type.Boolean(),
  }),
  errorCodes: ['NOT_A_ROLES_MODIFIER', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const modifier = getAddress(params.modifier)
    ctx.step('setup')
    const [setup, window] = await Promise.all([readSetup(modifier, ctx), readWindow(ctx, params)])
    ctx.step('logs')
    const logs = await ctx.chain.getLogs({
      address: modifier,
      events: rolesEventsAbi,
      strict: true,
      ...window,
    })
    const { roles, allowanceKeys } = replayRoles(logs)
    const keys = [...allowanceKeys]
    ctx.step('allowances')
    const state = await readState(modifier, setup.avatar, keys.slice(-MOST_ALLOWANCES), ctx)
    return {
      modifier,
      ...setup,
      ...describeWindow(window),
      ...state,
      roles: [...roles].map(([roleKey, role]) => describeRole(roleKey, role)),
      isComplete: keys.length <= MOST_ALLOWANCES,
    }
  },
})
