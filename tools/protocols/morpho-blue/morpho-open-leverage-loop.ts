import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { planWithNeeds } from '../../core/plan.ts'
import { Type } from '../../core/schema.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { OPEN_LEVERAGE } from '../../kit/kinds/open-leverage.ts'
import { buyInEach } from '../../kit/leverage-rounds.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { DEFAULT_SLIPPAGE_BPS } from '../../kit/slippage.ts'
import {
  allowMorpho,
  assertEnough,
  assertToken,
  buildAct,
  changes,
  INTEREST_TOLERANCE_BPS,
  moves,
  POSITION_ERROR_CODES,
  requirePrice,
  spentAllowance,
} from './acts.ts'
import { BASE } from './base.ts'
import { toAvailable } from './describe-market.ts'
import { toPosition } from './describe-position.ts'
import { planBuying } from './leverage.ts'
import { chooseMaxLtv, MaxLtvSchema } from './ltv.ts'
import { MarketIdSchema, readMarket } from './market.ts'
import { toBorrowedShares } from './maths.ts'
import { CHANGE_OUTPUT, settleChange } from './settle.ts'

/** Open a leveraged position by rounds of collateral, borrow and swap, in one transaction. */
export const TOOL_DEF = defineWriteTool({
  name: 'morpho_open_leverage_loop',
  description: 'Open a leveraged Morpho position by rounds of collateral, borrow and swap.',
  category: 'lending',
  riskTier: 'layer3',
  tickBudget: 'slow',
  progressSteps: ['market'],
  spriteTrigger: 'executing',
  promptSnippet:
    'morpho_open_leverage_loop posts collateral in one Morpho Blue market, borrows against it, buys more collateral and posts that too, round by round in one transaction.',
  promptGuidelines: [
    '20 000 leverageBps is two times the own collateral.',
    'What the swaps save of their bound stays in the account as loan token.',
  ],
  supportedChains: chainsOf(BASE),
  traits: ['leverage'],
  input: Type.Object(
    {
      market: MarketIdSchema,
      ...OPEN_LEVERAGE.params,
      maxLtvBps: MaxLtvSchema,
    },
    { additionalProperties: false },
  ),
  output: CHANGE_OUTPUT,
  errorCodes: [
    ...POSITION_ERROR_CODES,
    'ZERO_AMOUNT',
    'INSUFFICIENT_LIQUIDITY',
    'LTV_TOO_HIGH',
    'ORACLE_FAILED',
  ],
  async plan(
    { market: id, amountBaseUnits, leverageBps, slippageBps = DEFAULT_SLIPPAGE_BPS, maxLtvBps },
    ctx,
  ) {
    const own = readAmount(amountBaseUnits)
    ctx.step('market')
    const market = await readMarket(ctx, id, ctx.account)
    const { loan, collateral, terms, totals, holding } = market
    assertToken(ctx, undefined, collateral)
    const price = requirePrice(market)
    const extra = (own * BigInt(leverageBps)) / 10_000n - own
    if (extra <= 0n) throw new ToolError('ZERO_AMOUNT', { parameter: 'leverageBps' })
    const { debt } = toPosition(market, holding)
    const start = { collateral: holding.collateral + own, debt }
    const roundTerms = { price, slippageBps, maxLtvBps: chooseMaxLtv(market, maxLtvBps) }
    const rounds = planBuying(start, extra, roundTerms)
    const borrowed = rounds.reduce((sum, round) => sum + round.borrowed, 0n)
    assertEnough(`market ${id}`, toAvailable(market), borrowed)
    const { account } = ctx
    const post = (amount: bigint) => [
      allowMorpho(ctx, collateral, amount),
      buildAct(ctx, 'supplyCollateral', [terms, amount, account, '0x']),
    ]
    return planWithNeeds(
      buyInEach({ collateral: collateral.address, owed: loan.address }, rounds),
      [
        ...post(own),
        ...rounds.flatMap((round) => [
          buildAct(ctx, 'borrow', [terms, round.borrowed, 0n, account, account]),
          ...post(round.bought),
        ]),
      ],
      {
        assets: [moves(ctx, collateral, -own - extra), moves(ctx, loan, borrowed)],
        allowances: [spentAllowance(ctx, collateral)],
        positions: [
          changes(id, 'posted', own + extra),
          changes(id, 'owed', toBorrowedShares(totals, borrowed)),
        ],
        toleranceBps: INTEREST_TOLERANCE_BPS,
      },
    )
  },
  settle: settleChange,
})
