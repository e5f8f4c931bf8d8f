import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { askCage, readAnswer } from './cage-views.ts'
import { describeCap, readCagePolicy } from './read-cage.ts'

const Amount = Type.Union([BaseUnitsSchema, Type.Null()])

const WindowSchema = Type.Object({
  capUsdcBaseUnits: BaseUnitsSchema,
  /** Null when the cage does not answer. */
  usedUsdcBaseUnits: Amount,
  leftUsdcBaseUnits: Amount,
})

/** Read what the cage still allows now: windows, caps, drawdown, and when risk may grow again. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_get_cage_headroom',
  description:
    'Read what the PolicyCage still allows: spend, loss, hot lane, caps, drawdown, next rebalance.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['limits', 'exposures'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_get_cage_headroom tells what the PolicyCage still lets out, lets lose and lets grow now, for each asset too, and from when on risk may grow again.',
  promptGuidelines: ['Local spending limits count as well: see safety_get_spending.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    cage: AddressSchema,
    blockNumber: Type.String(),
    /** Paused, it allows exits and revocations only. */
    isPaused: Type.Boolean(),
    spend: WindowSchema,
    loss: WindowSchema,
    /** What may leave without the guardian's signature. */
    unguarded: WindowSchema,
    maxDrawdownBps: Type.Integer(),
    /** Null while something held has no fresh price. */
    drawdownBps: Type.Union([Type.Integer(), Type.Null()]),
    isDrawdownBreached: Type.Union([Type.Boolean(), Type.Null()]),
    /** Chain second from which on risk may grow; null when the cage does not answer. */
    riskFromSeconds: Type.Union([Type.Integer(), Type.Null()]),
    nowSeconds: Type.Integer(),
    assets: Type.Array(
      Type.Object({
        token: AddressSchema,
        symbol: Type.Union([Type.String(), Type.Null()]),
        /** Null for no cap. */
        capUsdcBaseUnits: Amount,
        /** Counted exposure, rounded up; null while it has no fresh price. */
        exposureUsdcBaseUnits: Amount,
        /** Null for no cap, or an exposure that is unknown. */
        leftUsdcBaseUnits: Amount,
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    ctx.step('limits')
    const { account, chain, book } = ctx
    const { policy, assets, blockNumber, timestampSeconds, views } = await readCagePolicy(ctx, [
      askCage(account, 'windowSpentUsdc', []),
      askCage(account, 'windowLostUsdc', []),
      askCage(account, 'windowUnguardedUsdc', []),
      askCage(account, 'drawdownBps', []),
      askCage(account, 'lastRebalanceAt', []),
    ])
    ctx.step('exposures')
    const exposures = await chain.readState({
      ...NO_STATE,
      views: assets.map(({ token }) => askCage(account, 'positionValueUsdc', [token])),
    })
    const drawdown = readAnswer('drawdownBps', views[3])
    const last = readAnswer('lastRebalanceAt', views[4])
    return {
      cage: account,
      blockNumber: blockNumber.toString(),
      isPaused: policy.paused,
      spend: describeWindow(policy.windowSpendCapUsdc, readAnswer('windowSpentUsdc', views[0])),
      loss: describeWindow(policy.windowLossCapUsdc, readAnswer('windowLostUsdc', views[1])),
      unguarded: describeWindow(policy.hotLaneUsdc, readAnswer('windowUnguardedUsdc', views[2])),
      maxDrawdownBps: policy.maxDrawdownBps,
      drawdownBps: drawdown === undefined ? null : Number(drawdown),
      isDrawdownBreached: drawdown === undefined ? null : drawdown > BigInt(policy.maxDrawdownBps),
      riskFromSeconds: last === undefined ? null : earliestRisk(last, policy.minRebalanceIntervalSeconds),
      nowSeconds: Number(timestampSeconds),
      assets: assets.map(({ token, capUsdc }, index) => {
        const exposure = readAnswer('positionValueUsdc', exposures.views[index])
        const cap = describeCap(capUsdc)
        return {
          token,
          symbol: findToken(book, token)?.symbol ?? null,
          capUsdcBaseUnits: cap,
          exposureUsdcBaseUnits: exposure?.toString() ?? null,
          leftUsdcBaseUnits: cap === null || exposure === undefined ? null : left(capUsdc, exposure),
        }
      }),
    }
  },
})

const left = (cap: bigint, used: bigint) => (cap > used ? cap - used : 0n).toString()

const describeWindow = (cap: bigint, used: bigint | undefined) => ({
  capUsdcBaseUnits: cap.toString(),
  usedUsdcBaseUnits: used?.toString() ?? null,
  leftUsdcBaseUnits: used === undefined ? null : left(cap, used),
})

/** The interval counts from the last growth of risk; before the first there is none. */
const earliestRisk = (lastSeconds: bigint, intervalSeconds: number) =>
  lastSeconds === 0n ? 0 : Number(lastSeconds) + intervalSeconds
