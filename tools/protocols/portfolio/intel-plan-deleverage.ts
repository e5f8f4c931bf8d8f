import { getAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { gatherDebts, planGroup } from './deleverage.ts'
import { nullable, UNREAD_OUTPUT } from './position-output.ts'
import { readPortfolio } from './read-portfolio.ts'

const WAD = 10n ** 18n
const FULL_BPS = 10_000n
const DEFAULT_SWAP_COST_BPS = 30

/** Plan the cheapest repayments and sales after which every debt of an account is as healthy as asked. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_plan_deleverage',
  description: 'Plan the cheapest repayments and sales that bring every debt of an account to a health.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['keys', 'tokens', 'positions'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_plan_deleverage plans what to repay, and what to sell for it, so that every debt of an account, the own one by default, reaches a health; idle tokens first.',
  promptGuidelines: [
    'It only plans: carry out each step by the repay, swap and deleverage kinds of the protocol, and read the health again.',
    'sell-collateral takes more than is needed, since it does not know how much of the collateral counts.',
    'Where reachesTarget is false too little that has a price is left to be sold: the steps alone do not bring the health.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      targetHealthWad: Type.String({
        pattern: '^[1-9][0-9]{18,24}$',
        description: 'health to be reached, scaled by 10^18; above 1',
      }),
      swapCostBps: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 1_000,
          description: `what a swap costs, ${DEFAULT_SWAP_COST_BPS} by default`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    isComplete: Type.Boolean(),
    targetHealthWad: BaseUnitsSchema,
    /** Before the plan; the least healthy first. */
    debts: Type.Array(
      Type.Object({
        protocol: Type.String(),
        keys: Type.Array(HashSchema),
        healthWad: BaseUnitsSchema,
        owedMicroUsd: BaseUnitsSchema,
        reachesTarget: Type.Boolean(),
      }),
    ),
    steps: Type.Array(
      Type.Object({
        type: Type.Union([
          Type.Literal('repay'),
          Type.Literal('swap-and-repay'),
          Type.Literal('sell-collateral'),
        ]),
        protocol: Type.String(),
        key: HashSchema,
        debtToken: Type.String(),
        repayBaseUnits: BaseUnitsSchema,
        soldToken: nullable(Type.String()),
        soldBaseUnits: nullable(BaseUnitsSchema),
        costMicroUsd: BaseUnitsSchema,
      }),
    ),
    costMicroUsd: BaseUnitsSchema,
    /** Whether the feed of what is owed or sold stands still. */
    isPriceStale: Type.Boolean(),
    unread: UNREAD_OUTPUT,
  }),
  errorCodes: ['INVALID_PARAMS', 'NO_PRICE', 'CHAIN_READ_FAILED'],
  async read({ account: asked, targetHealthWad, swapCostBps = DEFAULT_SWAP_COST_BPS }, ctx) {
    const account = getAddress(asked ?? ctx.account)
    const targetWad = BigInt(targetHealthWad)
    const costBps = BigInt(swapCostBps)
    if ((targetWad * (FULL_BPS - costBps)) / FULL_BPS <= WAD) {
      const problem = 'is too near to 1 for what a swap costs'
      throw new ToolError('INVALID_PARAMS', { path: '/targetHealthWad', problem })
    }
    const portfolio = await readPortfolio(ctx, account)
    const shared = new Set(
      ctx.positionSources.flatMap(({ protocol, sharesHealth }) => (sharesHealth ? [protocol] : [])),
    )
    const groups = gatherDebts(portfolio, (protocol) => shared.has(protocol))
    if (groups === undefined) {
      throw new ToolError('NO_PRICE', { token: 'what is owed', reason: 'a debt has no price' })
    }
    const idle = new Map(
      portfolio.tokens.flatMap((token, index) => {
        const [amountBaseUnits, price] = [portfolio.state.balances[index], portfolio.prices[index]?.price]
        // The native coin pays for gas.
        return amountBaseUnits && price && token.address !== NATIVE_TOKEN
          ? [[token.symbol, { token, price, amountBaseUnits }] as const]
          : []
      }),
    )
    const planned = groups.map((group) => ({
      ...group,
      ...planGroup(group, idle, { targetWad, swapCostBps: costBps }),
    }))
    const steps = planned.flatMap((group) => group.steps)
    const priced = new Set<string | null>([
      ...groups.flatMap(({ debts }) => debts.map(({ token }) => token.symbol)),
      ...steps.map(({ soldToken }) => soldToken),
    ])
    return {
      account,
      isComplete: portfolio.unread.length === 0,
      targetHealthWad,
      debts: planned.map(({ protocol, healthWad, debts, reachesTarget }) => ({
        protocol,
        keys: debts.map(({ key }) => key),
        healthWad: healthWad.toString(),
        owedMicroUsd: debts.reduce((sum, { valueMicroUsd }) => sum + valueMicroUsd, 0n).toString(),
        reachesTarget,
      })),
      steps: steps.map((step) => ({
        ...step,
        repayBaseUnits: step.repayBaseUnits.toString(),
        soldBaseUnits: step.soldBaseUnits?.toString() ?? null,
        costMicroUsd: step.costMicroUsd.toString(),
      })),
      costMicroUsd: steps.reduce((sum, { costMicroUsd }) => sum + costMicroUsd, 0n).toString(),
      isPriceStale: portfolio.tokens.some(
        ({ symbol }, index) => priced.has(symbol) && portfolio.prices[index]?.price?.isStale,
      ),
      unread: [...portfolio.unread],
    }
  },
})
