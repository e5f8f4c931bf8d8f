import { getAddress, maxUint256 } from 'viem'
import type { TokenInfo } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import {
  AddressSchema,
  BaseUnitsSchema,
  HashSchema,
  SignedBaseUnitsSchema,
  TokenSchema,
  Type,
} from '../../core/schema.ts'
import { findToken, resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { renderPrice, valueMicroUsd } from '../../kit/usd-price.ts'
import { nullable } from './position-output.ts'
import { readPortfolio } from './read-portfolio.ts'
import { pricesUnder, type StressedPosition, shockPrices, stressPositions } from './stress.ts'

const ChangeSchema = Type.Integer({
  minimum: -9_999,
  maximum: 100_000,
  description: 'change of the price in basis points; -5000 halves it',
})

/** Value an account anew under price shocks, and tell which of its positions could be liquidated then. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_stress_test_portfolio',
  description:
    'Value all that an account has under price and depeg shocks, and which positions they liquidate.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['keys', 'tokens', 'positions', 'shocks'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_stress_test_portfolio values what an account, the own one by default, has if prices change as told, and says which positions could be liquidated then.',
  promptGuidelines: [
    'The changed prices are put into the price feeds in a simulation, so that every protocol judges by itself.',
    'isLiquidatable is null where nothing is owed, or where a protocol takes its prices from elsewhere.',
    'allBps holds for every token with a price that is not stable and has no shock of its own.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      shocks: Type.Optional(
        Type.Array(
          Type.Object({ token: TokenSchema, changeBps: ChangeSchema }, { additionalProperties: false }),
          { minItems: 1, maxItems: 16 },
        ),
      ),
      allBps: Type.Optional(ChangeSchema),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  output: Type.Object({
    account: AddressSchema,
    /** Whether everything could be read and valued, before and after. */
    isComplete: Type.Boolean(),
    shocks: Type.Array(
      Type.Object({
        symbol: Type.String(),
        changeBps: Type.Integer(),
        priceUsd: Type.String(),
        priceAfterUsd: Type.String(),
        isModelFeed: Type.Boolean(),
      }),
    ),
    /** Null unless it is complete. */
    netMicroUsd: nullable(SignedBaseUnitsSchema),
    netAfterMicroUsd: nullable(SignedBaseUnitsSchema),
    changeMicroUsd: nullable(SignedBaseUnitsSchema),
    liquidatableCount: Type.Integer(),
    positions: Type.Array(
      Type.Object({
        protocol: Type.String(),
        key: HashSchema,
        healthWad: nullable(BaseUnitsSchema),
        healthAfterWad: nullable(BaseUnitsSchema),
        isLiquidatable: nullable(Type.Boolean()),
        valueMicroUsd: nullable(SignedBaseUnitsSchema),
        valueAfterMicroUsd: nullable(SignedBaseUnitsSchema),
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS', 'UNKNOWN_TOKEN', 'NO_PRICE', 'CHAIN_READ_FAILED'],
  async read({ account: asked, shocks: wanted = [], allBps }, ctx) {
    const account = getAddress(asked ?? ctx.account)
    if (wanted.length === 0 && allBps === undefined) {
      throw new ToolError('INVALID_PARAMS', { path: '/shocks', problem: 'is missing, or allBps' })
    }
    const named = await Promise.all(
      wanted.map(async ({ token, changeBps }) => ({ token: await resolveToken(ctx, token), changeBps })),
    )
    for (const [at, { token, changeBps }] of named.entries()) {
      if (!token.feed) {
        throw new ToolError('NO_PRICE', { token: token.symbol, reason: 'the token has no price feed' })
      }
      const first = shockOf(token)
      if (first === undefined || first.changeBps === changeBps) continue
      const problem = `changes by ${changeBps} what ${first.token.symbol} changes by ${first.changeBps}: one feed`
      throw new ToolError('INVALID_PARAMS', { path: `/shocks/${at}`, problem })
    }
    const portfolio = await readPortfolio(ctx, account)
    ctx.step('shocks')
    const changes = new Map(
      portfolio.tokens.flatMap((token, index): [string, number][] => {
        const own = shockOf(token)
        if (own) return [[token.symbol, own.changeBps]]
        const isMoved = allBps !== undefined && portfolio.prices[index]?.price && !isStable(token.address)
        return isMoved ? [[token.symbol, allBps]] : []
      }),
    )
    const shocks = shockPrices(portfolio, changes)
    const positions = await stressPositions(ctx, account, portfolio, shocks)
    const nets = [portfolio.prices, pricesUnder(portfolio, shocks)].map((prices, isAfter) => {
      const balances = portfolio.tokens.map((token, index) => {
        const [amount, price] = [portfolio.state.balances[index], prices[index]?.price]
        if (amount === 0n) return 0n
        return amount === undefined || price === undefined
          ? undefined
          : valueMicroUsd(amount, token.decimals, price)
      })
      const held = positions.map((position) =>
        isAfter ? position.valueAfterMicroUsd : position.valueMicroUsd,
      )
      return addUp([...balances, ...held, ...(portfolio.unread.length > 0 ? [undefined] : [])])
    })
    const [net, netAfter] = nets
    const isComplete = net !== undefined && netAfter !== undefined
    return {
      account,
      isComplete,
      shocks: shocks.map(({ token, changeBps, before, after }) => ({
        symbol: token.symbol,
        changeBps,
        priceUsd: renderPrice(before),
        priceAfterUsd: renderPrice(after),
        isModelFeed: token.feed?.isModel ?? false,
      })),
      netMicroUsd: isComplete ? net.toString() : null,
      netAfterMicroUsd: isComplete ? netAfter.toString() : null,
      changeMicroUsd: isComplete ? (netAfter - net).toString() : null,
      liquidatableCount: positions.filter(({ isLiquidatable }) => isLiquidatable).length,
      positions: positions.map(describe),
    }

    /** One feed prices both the native coin and its wrapped form. */
    function shockOf({ feed }: TokenInfo) {
      return feed && named.find((shock) => shock.token.feed?.address === feed.address)
    }

    function isStable(token: string): boolean {
      const found = findToken(ctx.book, token)
      return ctx.safety
        .configured()
        .assets.some(({ token: listed, isStable: stable }) => stable && listed === found?.address)
    }
  },
})

const describe = (position: StressedPosition) => ({
  protocol: position.before.protocol,
  key: position.before.key,
  healthWad: renderHealth(position.before.health),
  healthAfterWad: renderHealth(position.after?.health),
  isLiquidatable: position.isLiquidatable ?? null,
  valueMicroUsd: position.valueMicroUsd?.toString() ?? null,
  valueAfterMicroUsd: position.valueAfterMicroUsd?.toString() ?? null,
})

const renderHealth = (health: bigint | undefined) =>
  health === undefined || health === maxUint256 ? null : health.toString()

function addUp(values: readonly (bigint | undefined)[]): bigint | undefined {
  let total = 0n
  for (const value of values) {
    if (value === undefined) return undefined
    total += value
  }
  return total
}
