import { type Address, getAddress, type Hex, type TransactionReceipt } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planAccountTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, type Static, type TSchema, Type } from '../../core/schema.ts'
import { definePrivilegedTool, type PrivilegedTool, type ToolDescription } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { avatarAbi, rolesEventsAbi, rolesStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { readFunding, readRoleName } from './funding-role.ts'

/** What a modifier told of its roles while its owner set them. */
const RoleActSchema = Type.Object({
  modifier: AddressSchema,
  membersAdded: Type.Array(
    Type.Object({ role: Type.Union([Type.String(), Type.Null()]), member: AddressSchema }),
  ),
  membersRemoved: Type.Array(
    Type.Object({ role: Type.Union([Type.String(), Type.Null()]), member: AddressSchema }),
  ),
  targetsScoped: Type.Array(AddressSchema),
  /** Whom a role may pay a token from now on. */
  payments: Type.Array(Type.Object({ token: AddressSchema, recipient: AddressSchema })),
  allowances: Type.Array(
    Type.Object({ key: Type.String(), balanceBaseUnits: BaseUnitsSchema, periodSeconds: Type.String() }),
  ),
})

/** Read what a modifier told of its roles in a receipt. */
function readRoleAct(
  modifier: Address,
  receipt: Pick<TransactionReceipt, 'logs'>,
): Static<typeof RoleActSchema> {
  const logs = parseEventLogs({
    abi: rolesEventsAbi,
    logs: receipt.logs.filter((log) => isAddressEqual(log.address, modifier)),
  })
  const members = logs.flatMap((log) =>
    log.eventName === 'AssignRoles'
      ? log.args.roleKeys.map((key, index) => ({
          role: readRoleName(key),
          member: log.args.module,
          isMember: log.args.memberOf[index] === true,
        }))
      : [],
  )
  const listMembers = (added: boolean) =>
    members.filter(({ isMember }) => isMember === added).map(({ role, member }) => ({ role, member }))
  return {
    modifier,
    membersAdded: listMembers(true),
    membersRemoved: listMembers(false),
    targetsScoped: logs.flatMap((log) => (log.eventName === 'ScopeTarget' ? [log.args.targetAddress] : [])),
    payments: logs.flatMap((log) => {
      if (log.eventName !== 'ScopeFunction') return []
      const { selector, conditions, options, targetAddress } = log.args
      const funding = readFunding(selector, conditions, options)
      return funding ? [{ token: targetAddress, recipient: funding.recipient }] : []
    }),
    allowances: logs.flatMap((log) =>
      log.eventName === 'SetAllowance'
        ? [
            {
              key: log.args.allowanceKey,
              balanceBaseUnits: log.args.balance.toString(),
              periodSeconds: log.args.period.toString(),
            },
          ]
        : [],
    ),
  }
}

/** Check that a modifier acts for the owner's Safe alone, and that the Safe lets it. @throws ToolError NOT_A_ROLES_MODIFIER */
async function assertOwnModifier(
  modifier: Address,
  safe: Address,
  { chain, book }: ToolContext,
): Promise<void> {
  const contract = { address: modifier, abi: rolesStateAbi } as const
  const answers = await chain.multicall({
    ...inOneCall(book),
    contracts: [
      { ...contract, functionName: 'owner' },
      { ...contract, functionName: 'avatar' },
      { ...contract, functionName: 'target' },
      { address: safe, abi: avatarAbi, functionName: 'isModuleEnabled', args: [modifier] },
    ],
  })
  const [owner, avatar, target, isEnabled] = answers.map(({ result }) => result)
  const refuse = (problem: string) => BASE.error('NOT_A_ROLES_MODIFIER', { modifier, safe, problem })
  for (const [role, found] of Object.entries({ owner, avatar, target })) {
    if (typeof found !== 'string') throw refuse('it does not answer as one')
    if (!isAddressEqual(found as Hex, safe)) throw refuse(`its ${role} is ${found}`)
  }
  if (isEnabled !== true) throw refuse('the Safe has not enabled it')
}

/** Define a tool by which the owner's Safe sets a role in its modifier: its owners' signatures are the approval. */
export const defineRoleAct = <Members extends Readonly<Record<string, TSchema>>>(
  tool: Pick<
    ToolDescription,
    'name' | 'description' | 'promptSnippet' | 'promptGuidelines' | 'riskTier' | 'errorCodes'
  > & {
    readonly riskTier: 'layer2' | 'layer3'
    readonly members: Members
    /** The bytes that the Safe calls its modifier with. @throws ToolError */
    encode(
      params: { readonly [Member in keyof Members]: Static<Members[Member]> },
      ctx: ToolContext,
    ): Hex | Promise<Hex>
  },
): PrivilegedTool => {
  const { members, encode, errorCodes, ...description } = tool
  return definePrivilegedTool({
    ...description,
    errorCodes: ['APPROVAL_NOT_CONFIGURED', 'NOT_A_ROLES_MODIFIER', 'CHAIN_READ_FAILED', ...errorCodes],
    category: 'wallet',
    tickBudget: 'medium',
    progressSteps: ['read', 'build'],
    spriteTrigger: 'executing',
    supportedChains: EVM_CHAINS,
    input: Type.Object({ modifier: AddressSchema, ...members }, { additionalProperties: false }),
    output: RoleActSchema,
    async plan(params, ctx) {
      const { approver: safe } = ctx.safety.configured()
      if (safe === undefined) throw new ToolError('APPROVAL_NOT_CONFIGURED', { tool: tool.name })
      const modifier = getAddress((params as { readonly modifier: string }).modifier)
      ctx.step('read')
      await assertOwnModifier(modifier, safe, ctx)
      ctx.step('build')
      const data = await encode(params as Parameters<typeof encode>[0], ctx)
      return planAccountTransaction(safe, { to: modifier, valueWei: 0n, data }, {})
    },
    settle: ({ params, receipt }) => ({
      data: readRoleAct(getAddress((params as { readonly modifier: string }).modifier), receipt),
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }),
  })
}
