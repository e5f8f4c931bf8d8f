import { getAddress } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { BASE } from './base.ts'
import { amountsOf } from './maths.ts'
import {
  describePair,
  PAIR_ERROR_CODES,
  PAIR_OUTPUT,
  PAIR_PARAMETERS,
  readPair,
  resolvePair,
} from './pair.ts'

/** Millionths, in which a share of a pair is told: a share is often far below a basis point. */
const PPM = 1_000_000n

/** Read an account's liquidity of a V2 pair: what it would give back now, and its share. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_get_v2_position',
  description:
    "Read an account's liquidity of a Uniswap V2 pair: what it would give back now, and its share.",
  category: 'lp',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['pair'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_get_v2_position reads how much liquidity of a Uniswap V2 pair an account holds, what it would get back for it now, and its share of the pair.',
  promptGuidelines: [
    'What it gives back follows the spot price; the account counts it by the feeds, which nobody can bend.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object(
    {
      ...PAIR_PARAMETERS,
      account: Type.Optional(
        Type.Unsafe<`0x${string}`>({ ...AddressSchema, description: 'the own account by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...PAIR_OUTPUT,
    account: AddressSchema,
    liquidityBaseUnits: BaseUnitsSchema,
    amount0BaseUnits: BaseUnitsSchema,
    amount1BaseUnits: BaseUnitsSchema,
    shareOfPairPpm: Type.Integer(),
  }),
  errorCodes: PAIR_ERROR_CODES,
  async read({ account: asked, ...params }, ctx) {
    const account = asked === undefined ? ctx.account : getAddress(asked)
    const pair = await resolvePair(ctx, params)
    ctx.step('pair')
    const { held, holds, supplyWithFee } = await readPair(ctx, pair, account)
    const [amount0, amount1] = amountsOf(held, holds, supplyWithFee)
    return {
      ...describePair(pair),
      account,
      liquidityBaseUnits: held.toString(),
      amount0BaseUnits: amount0.toString(),
      amount1BaseUnits: amount1.toString(),
      shareOfPairPpm: Number((held * PPM) / supplyWithFee),
    }
  },
})
