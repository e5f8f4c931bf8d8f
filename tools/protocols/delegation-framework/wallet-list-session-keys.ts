import { type Address, type ContractFunctionParameters, getAddress, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { describeWindow, readWindow, WINDOW_OUTPUT, WINDOW_PARAMETERS } from '../../kit/log-window.ts'
import { enforcerAbi, managerAbi, managerEventsAbi } from './abi.ts'
import { BASE } from './base.ts'
import { gatherDelegations, ROOT_AUTHORITY, type SeenDelegation } from './delegations.ts'
import { type Limit, readLimit } from './limits.ts'

/** Most delegations whose state is read. */
const MOST_DELEGATIONS = 50

const LimitSchema = Type.Object({
  enforcer: AddressSchema,
  /** An amount of a token in each period or in all, calls in all, allowed targets, redeemers or methods, or a time. */
  kind: Type.Union([
    Type.Literal('period'),
    Type.Literal('total'),
    Type.Literal('calls'),
    Type.Literal('targets'),
    Type.Literal('redeemers'),
    Type.Literal('methods'),
    Type.Literal('time'),
    Type.Literal('unknown'),
  ]),
  token: Type.Union([AddressSchema, Type.Null()]),
  amountBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  /** What may still be taken now: of the period that runs, or in all. */
  availableBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
  periodSeconds: Type.Union([Type.String(), Type.Null()]),
  startSeconds: Type.Union([Type.String(), Type.Null()]),
  calls: Type.Union([Type.String(), Type.Null()]),
  callsLeft: Type.Union([Type.String(), Type.Null()]),
  addresses: Type.Array(AddressSchema),
  selectors: Type.Array(HexSchema),
  /** The first and the last second between which it may be used, both left out; 0 is no bound. */
  afterSeconds: Type.Union([Type.String(), Type.Null()]),
  beforeSeconds: Type.Union([Type.String(), Type.Null()]),
})

const NO_LIMIT = {
  token: null,
  amountBaseUnits: null,
  availableBaseUnits: null,
  periodSeconds: null,
  startSeconds: null,
  calls: null,
  callsLeft: null,
  addresses: [] as Address[],
  selectors: [] as Hex[],
  afterSeconds: null,
  beforeSeconds: null,
}

/** The view by which an enforcer says how much of a limit was used; undefined where it keeps nothing. */
function askUse(
  { kind }: Limit,
  { hash, enforcer, terms }: { readonly hash: Hex; readonly enforcer: Hex; readonly terms: Hex },
  manager: Hex,
): ContractFunctionParameters | undefined {
  const call = { address: enforcer, abi: enforcerAbi } as const
  if (kind === 'period') {
    return { ...call, functionName: 'getAvailableAmount', args: [hash, manager, terms] }
  }
  if (kind === 'total') return { ...call, functionName: 'spentMap', args: [manager, hash] }
  return kind === 'calls' ? { ...call, functionName: 'callCounts', args: [manager, hash] } : undefined
}

const rest = (most: bigint, used: bigint) => (used < most ? most - used : 0n).toString()

/** Describe a limit with what its enforcer answered of its use. */
function describeLimit(limit: Limit, answer: unknown) {
  switch (limit.kind) {
    case 'period': {
      const [available] = answer as readonly [bigint, boolean, bigint]
      return {
        ...NO_LIMIT,
        token: limit.token,
        amountBaseUnits: limit.amount.toString(),
        availableBaseUnits: available.toString(),
        periodSeconds: limit.periodSeconds.toString(),
        startSeconds: limit.startSeconds.toString(),
      }
    }
    case 'total':
      return {
        ...NO_LIMIT,
        token: limit.token,
        amountBaseUnits: limit.amount.toString(),
        availableBaseUnits: rest(limit.amount, answer as bigint),
      }
    case 'calls':
      return {
        ...NO_LIMIT,
        calls: limit.count.toString(),
        callsLeft: rest(limit.count, answer as bigint),
      }
    case 'targets':
    case 'redeemers':
      return { ...NO_LIMIT, addresses: [...limit.addresses] }
    case 'methods':
      return { ...NO_LIMIT, selectors: [...limit.selectors] }
    case 'time':
      return {
        ...NO_LIMIT,
        afterSeconds: limit.afterSeconds.toString(),
        beforeSeconds: limit.beforeSeconds.toString(),
      }
    case 'unknown':
      return NO_LIMIT
  }
}

/** Read whether delegations are disabled, and how much of their limits was used, in one request. */
async function readUse(seen: readonly SeenDelegation[], { chain, book }: ToolContext) {
  const addresses = BASE.on(book)
  const { manager } = addresses
  const contracts: ContractFunctionParameters[] = []
  const ask = (contract: ContractFunctionParameters) => contracts.push(contract) - 1
  const asked = seen.map(({ hash, delegation }) => ({
    disabled: ask({ address: manager, abi: managerAbi, functionName: 'disabledDelegations', args: [hash] }),
    limits: delegation.caveats.map((caveat) => {
      const limit = readLimit(caveat, addresses)
      const view = askUse(limit, { hash, ...caveat }, manager)
      return { enforcer: caveat.enforcer, limit, use: view && ask(view) }
    }),
  }))
  const answers = await chain.multicall({ ...inOneCall(book), contracts })
  const answerOf = (index: number): unknown => {
    const answer = answers[index]
    if (answer?.status === 'success') return answer.result
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: 'the use of a delegation',
      reason: String(answer?.error ?? 'no answer'),
    })
  }
  return asked.map(({ disabled, limits }) => ({
    isDisabled: answerOf(disabled) === true,
    limits: limits.map(({ enforcer, limit, use }) => ({
      enforcer,
      kind: limit.kind,
      ...describeLimit(limit, use === undefined ? undefined : answerOf(use)),
    })),
  }))
}

/** Read the delegations of an account that a manager told of, their limits, and how far they are used. */
export const TOOL_DEF = defineReadTool({
  name: 'wallet_list_session_keys',
  description:
    'Read the delegations of an account that were used, enabled or disabled, with limits, use and status.',
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['logs', 'use'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'wallet_list_session_keys reads which keys may act for an account by delegation, within which limits, what is left of these, and what was disabled.',
  promptGuidelines: [
    'A delegation is signed off the chain: one that was never used, enabled or disabled does not show.',
    'Limits of the kind unknown are those of enforcers that nobody here can read.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object({ delegator: AddressSchema, ...WINDOW_PARAMETERS }, { additionalProperties: false }),
  output: Type.Object({
    delegator: AddressSchema,
    ...WINDOW_OUTPUT,
    delegations: Type.Array(
      Type.Object({
        delegationHash: HashSchema,
        delegate: AddressSchema,
        /** Whether the delegator gives what is its own, and not what another delegation gave it. */
        isRoot: Type.Boolean(),
        isDisabled: Type.Boolean(),
        /** In the window. */
        redemptionCount: Type.Integer(),
        redeemers: Type.Array(AddressSchema),
        limits: Type.Array(LimitSchema),
      }),
    ),
    /** False where more delegations were seen than are read: the last ones are. */
    isComplete: Type.Boolean(),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const delegator = getAddress(params.delegator)
    const { manager } = BASE.on(ctx.book)
    ctx.step('logs')
    const window = await readWindow(ctx, params)
    const logs = await ctx.chain.getLogs({
      address: manager,
      events: managerEventsAbi,
      strict: true,
      ...window,
    })
    const all = gatherDelegations(logs).filter(({ delegation }) =>
      isAddressEqual(delegation.delegator, delegator),
    )
    const seen = all.slice(-MOST_DELEGATIONS)
    ctx.step('use')
    const uses = seen.length === 0 ? [] : await readUse(seen, ctx)
    return {
      delegator,
      ...describeWindow(window),
      delegations: seen.map(({ hash, delegation, redemptions, redeemers }, index) => ({
        delegationHash: hash,
        delegate: delegation.delegate,
        isRoot: delegation.authority === ROOT_AUTHORITY,
        isDisabled: uses[index]?.isDisabled === true,
        redemptionCount: redemptions,
        redeemers: [...redeemers],
        limits: uses[index]?.limits ?? [],
      })),
      isComplete: all.length <= MOST_DELEGATIONS,
    }
  },
})
