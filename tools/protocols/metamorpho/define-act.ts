import { type Address, type ContractFunctionArgs, getAddress } from 'viem'
import type { ChainLog } from '../../core/chain.ts'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { type Call, planOperatorTransaction, planOwnerTransaction } from '../../core/plan.ts'
import { AddressSchema, type Static, type TSchema, Type } from '../../core/schema.ts'
import {
  definePrivilegedTool,
  defineWriteTool,
  type PrivilegedTool,
  type SettlementInput,
  type ToolDescription,
  type WriteTool,
} from '../../core/tool-def.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { vaultAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import type { Vault } from './read-vault.ts'

type Members = Readonly<Record<string, TSchema>>
type Params<M extends Members> = { readonly [Name in keyof M]: Static<M[Name]> } & { readonly vault: Address }
type Data<O extends Members> = { readonly [Name in keyof O]: Static<O[Name]> }

/** An act on a vault: whose call it is says who defines it. */
interface ActSpec<M extends Members, O extends Members>
  extends Pick<
    ToolDescription,
    'name' | 'description' | 'promptSnippet' | 'promptGuidelines' | 'errorCodes'
  > {
  readonly members: M
  readonly output: O
  build(params: Params<M>, ctx: ToolContext): Promise<readonly Pick<Call, 'to' | 'data'>[]>
  /** Say what happened by the logs of the contracts that were called. */
  tell(logs: readonly ChainLog[], params: Params<M>): Data<O>
}

const describe = <M extends Members, O extends Members>({ members, output, ...tool }: ActSpec<M, O>) => ({
  name: tool.name,
  description: tool.description,
  promptSnippet: tool.promptSnippet,
  promptGuidelines: tool.promptGuidelines,
  errorCodes: ['NOT_A_METAMORPHO', 'PROTOCOL_NOT_DEPLOYED', ...tool.errorCodes],
  category: 'vault' as const,
  tickBudget: 'medium' as const,
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing' as const,
  supportedChains: CHAINS,
  input: Type.Object({ vault: AddressSchema, ...members }, { additionalProperties: false }),
  output: Type.Object({ vault: AddressSchema, ...output }),
})

const settleAct =
  <M extends Members, O extends Members>({ tell }: Pick<ActSpec<M, O>, 'tell'>) =>
  ({ params, plan, receipt }: Pick<SettlementInput, 'params' | 'plan' | 'receipt'>) => {
    const asked = params as Params<M>
    return {
      data: { vault: getAddress(asked.vault), ...tell(logsOfCalled({ plan, receipt }), asked) },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  }

/** Define an act that the operator's own account makes, as allocator, guardian or anyone. */
export const defineOperatorAct = <M extends Members, O extends Members>(spec: ActSpec<M, O>): WriteTool =>
  defineWriteTool({
    ...describe(spec),
    riskTier: 'layer2',
    async plan(params, ctx) {
      ctx.step('read')
      const [call] = await spec.build(params as Params<M>, ctx)
      ctx.step('build')
      return planOperatorTransaction(call as Call)
    },
    settle: settleAct(spec) as never,
  })

/** Define an act that the owner's account makes, as owner or curator of the vault. */
export const defineOwnerAct = <M extends Members, O extends Members>(spec: ActSpec<M, O>): PrivilegedTool =>
  definePrivilegedTool({
    ...describe(spec),
    riskTier: 'layer3',
    async plan(params, ctx) {
      ctx.step('read')
      const calls = await spec.build(params as Params<M>, ctx)
      ctx.step('build')
      return planOwnerTransaction(
        calls.map((call) => ({ ...call, valueWei: 0n })),
        {},
      )
    },
    settle: settleAct(spec) as never,
  })

type Write = Extract<(typeof vaultAbi)[number], { type: 'function'; stateMutability: 'nonpayable' }>['name']

/** Build a call of a vault. */
export const callVault = <Name extends Write>(
  { address }: Pick<Vault, 'address'>,
  functionName: Name,
  args: ContractFunctionArgs<typeof vaultAbi, 'nonpayable', Name>,
): Pick<Call, 'to' | 'data'> => ({
  to: address,
  data: encodeFunctionData({ abi: vaultAbi, functionName: functionName as Write, args: args as never }),
})

type Event = Extract<(typeof vaultAbi)[number], { type: 'event' }>['name']

/** The events of one kind that a vault told of. */
export const readEvents = <Name extends Event>(logs: readonly ChainLog[], vault: Address, eventName: Name) =>
  parseEventLogs({
    abi: vaultAbi,
    eventName,
    logs: logs.filter(({ address }) => isAddressEqual(address, vault)) as never,
  })

/** Who may do what in a vault, beside its owner (metamorpho `MetaMorpho.sol`). */
const ROLES = {
  allocator: ({ curator }: Vault) => [curator],
  curator: ({ curator }: Vault) => [curator],
  guardian: ({ guardian, curator }: Vault) => [guardian, curator],
  owner: () => [],
} as const

/** Check that an account has a role in a vault. @throws ToolError VAULT_ROLE_MISSING */
export function assertRole(
  vault: Vault,
  role: keyof typeof ROLES,
  account: Address,
  isAllocator = false,
): void {
  const holders = [vault.owner, ...ROLES[role](vault)]
  if (isAllocator || holders.some((holder) => isAddressEqual(holder, account))) return
  throw BASE.error('VAULT_ROLE_MISSING', { account, role, vault: vault.address })
}

/** The account by which the owner of the agent's account acts. */
export const ownerOf = ({ safety }: Pick<ToolContext, 'safety'>): Address => safety.configured().owner
