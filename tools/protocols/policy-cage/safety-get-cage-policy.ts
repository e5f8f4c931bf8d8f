import { maxUint256 } from 'viem'
import { AddressSchema, BaseUnitsSchema, HashSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { findToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { askCage, readAnswer } from './cage-views.ts'
import { describeCap, readCagePolicy } from './read-cage.ts'

/** Read the policy that the cage enforces: keys, limits, approved assets and the positions that it counts. */
export const TOOL_DEF = defineReadTool({
  name: 'safety_get_cage_policy',
  description: 'Read limits, keys, approved assets and counted positions of the PolicyCage.',
  category: 'safety',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'safety_get_cage_policy reads what the PolicyCage itself enforces on chain: keys, limits, approved assets with caps and feeds, and the positions that it counts.',
  promptGuidelines: ['Local policy may be narrower: see safety_check_allowlist and safety_get_spending.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    cage: AddressSchema,
    blockNumber: Type.String(),
    owner: AddressSchema,
    operator: AddressSchema,
    guardian: AddressSchema,
    isPaused: Type.Boolean(),
    maxDrawdownBps: Type.Integer(),
    maxLossBps: Type.Integer(),
    maxStaleExitLossBps: Type.Integer(),
    minRebalanceIntervalSeconds: Type.Integer(),
    loosenDelaySeconds: Type.Integer(),
    windowSpendCapUsdcBaseUnits: BaseUnitsSchema,
    windowLossCapUsdcBaseUnits: BaseUnitsSchema,
    hotLaneUsdcBaseUnits: BaseUnitsSchema,
    /** Scaled by 10^18. */
    minHealthWad: BaseUnitsSchema,
    wrappedNative: AddressSchema,
    assets: Type.Array(
      Type.Object({
        token: AddressSchema,
        symbol: Type.Union([Type.String(), Type.Null()]),
        feed: AddressSchema,
        maxStalenessSeconds: Type.Integer(),
        /** Null for no cap. */
        capUsdcBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
        isBase: Type.Boolean(),
      }),
    ),
    /** Null when the cage does not say what it counts. */
    positions: Type.Union([
      Type.Array(
        Type.Object({
          reader: AddressSchema,
          key: HashSchema,
          /** Whether its reader answers; nothing is said of what it is otherwise. */
          isReadable: Type.Boolean(),
          place: Type.Union([HashSchema, Type.Null()]),
          /** Scaled by 10^18; null where nothing is owed. */
          healthWad: Type.Union([BaseUnitsSchema, Type.Null()]),
          lots: Type.Array(
            Type.Object({
              units: BaseUnitsSchema,
              index: BaseUnitsSchema,
              /** 0 for what does not leave. */
              claimableFromSeconds: Type.Integer(),
              legs: Type.Array(Type.Object({ token: AddressSchema, amountBaseUnits: SignedBaseUnitsSchema })),
            }),
          ),
        }),
      ),
      Type.Null(),
    ]),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    ctx.step('read')
    const { policy, assets, blockNumber, views } = await readCagePolicy(ctx, [
      askCage(ctx.account, 'holdings', []),
    ])
    const { windowSpendCapUsdc, windowLossCapUsdc, hotLaneUsdc, minHealth, paused, ...rest } = policy
    return {
      cage: ctx.account,
      blockNumber: blockNumber.toString(),
      ...rest,
      isPaused: paused,
      windowSpendCapUsdcBaseUnits: windowSpendCapUsdc.toString(),
      windowLossCapUsdcBaseUnits: windowLossCapUsdc.toString(),
      hotLaneUsdcBaseUnits: hotLaneUsdc.toString(),
      minHealthWad: minHealth.toString(),
      assets: assets.map(({ capUsdc, ...asset }) => ({
        ...asset,
        symbol: findToken(ctx.book, asset.token)?.symbol ?? null,
        capUsdcBaseUnits: describeCap(capUsdc),
      })),
      positions:
        readAnswer('holdings', views[0])?.map(({ reader, key, place, health, readable, lots }) => ({
          reader,
          key,
          isReadable: readable,
          place: readable ? place : null,
          healthWad: readable && health !== maxUint256 ? health.toString() : null,
          lots: lots.map(({ units, index, claimableFrom, legs }) => ({
            units: units.toString(),
            index: index.toString(),
            claimableFromSeconds: claimableFrom,
            legs: legs.map(({ token, amount }) => ({ token, amountBaseUnits: amount.toString() })),
          })),
        })) ?? null,
    }
  },
})
