import { type Address, getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ask, view } from '../../kit/views.ts'
import { syAbi } from './abi.ts'
import { BASE } from './base.ts'
import { CHAINS } from './chains.ts'
import { exactOfWad } from './rates.ts'

const FACTS = [
  'symbol',
  'decimals',
  'totalSupply',
  'yieldToken',
  'assetInfo',
  'exchangeRate',
  'getTokensIn',
  'getTokensOut',
  'getRewardTokens',
] as const

type Facts = readonly [
  string,
  number,
  bigint,
  Address,
  readonly [number, Address, number],
  bigint,
  readonly Address[],
  readonly Address[],
  readonly Address[],
]

const Tokens = Type.Array(AddressSchema)

/** Read what a standardized yield token is. */
export const TOOL_DEF = defineReadTool({
  name: 'pendle_get_sy_info',
  description: 'Read exchange rate, asset and accepted and returned tokens of a Pendle SY.',
  category: 'yield',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['sy'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'pendle_get_sy_info reads a standardized yield token of Pendle: the asset that it counts in, its exchange rate, the tokens that it takes and gives back.',
  promptGuidelines: ['Its rate is that of the yield-bearing token behind it, which may fall.'],
  supportedChains: CHAINS,
  input: Type.Object(
    {
      standardizedYield: Type.Optional(
        Type.Unsafe<Address>({
          ...AddressSchema,
          description: 'the SY; that of the known markets by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    standardizedYield: AddressSchema,
    symbol: Type.String(),
    decimals: Type.Integer(),
    totalSupplyBaseUnits: BaseUnitsSchema,
    yieldToken: AddressSchema,
    asset: AddressSchema,
    assetDecimals: Type.Integer(),
    /** Base units of the asset for one base unit of SY, 18 decimals. */
    assetsPerSy: Type.String(),
    tokensIn: Tokens,
    tokensOut: Tokens,
    rewardTokens: Tokens,
  }),
  errorCodes: ['PENDLE_NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED'],
  async read({ standardizedYield: named }, ctx) {
    const sy = getAddress(named ?? BASE.on(ctx.book).standardizedYield)
    ctx.step('sy')
    const { values } = await ask(
      ctx,
      FACTS.map((name) => view(sy, syAbi, name)),
    )
    if (values.includes(undefined)) {
      const problem = `${FACTS[values.indexOf(undefined)]} does not answer`
      throw BASE.error('PENDLE_NOT_FOUND', { contract: sy, expected: 'SY', problem })
    }
    const [symbol, decimals, supply, yieldToken, asset, rate, tokensIn, tokensOut, rewards] =
      values as unknown as Facts
    return {
      standardizedYield: sy,
      symbol,
      decimals,
      totalSupplyBaseUnits: supply.toString(),
      yieldToken: getAddress(yieldToken),
      asset: getAddress(asset[1]),
      assetDecimals: asset[2],
      assetsPerSy: exactOfWad(rate),
      tokensIn: tokensIn.map((token) => getAddress(token)),
      tokensOut: tokensOut.map((token) => getAddress(token)),
      rewardTokens: rewards.map((token) => getAddress(token)),
    }
  },
})
