import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { type Health, renderBase } from './health.ts'
import { renderHealth } from './rates.ts'
import type { Reserve } from './reserve.ts'

/** What every tool says of the token of a reserve. */
export const TOKEN_OUTPUT = { token: AddressSchema, symbol: Type.String() }

/** A yearly rate, as it is and compounded by the second. */
export const RateSchema = Type.Object({ aprPercent: Type.String(), apyPercent: Type.String() })

/** An amount in base units with its value in US dollars. */
export const ValuedSchema = Type.Object({ baseUnits: BaseUnitsSchema, valueUsd: Type.String() })

/** Parameters of a look into the past. */
export const RANGE_PARAMETERS = {
  blocks: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50_000, description: 'blocks to look back, 1000 by default' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'most entries, the newest kept; 50 by default' }),
  ),
}

/** What a look into the past says of its range. */
export const RANGE_OUTPUT = { fromBlock: Type.String(), toBlock: Type.String(), totalFound: Type.Integer() }

/** An account's health as tools say it; null stands for no debt. */
export const HealthSchema = Type.Object({
  collateralUsd: Type.String(),
  debtUsd: Type.String(),
  ltvBps: Type.Integer(),
  liquidationThresholdBps: Type.Integer(),
  healthFactor: Type.Union([Type.String(), Type.Null()]),
})

/** Describe the token of a reserve as `TOKEN_OUTPUT` has it. */
export const describeToken = ({ token }: Pick<Reserve, 'token'>) => ({
  token: token.address,
  symbol: token.symbol,
})

/** Describe a health as `HealthSchema` has it. */
export const describeHealth = ({ collateralBase, debtBase, ltvBps, thresholdBps, healthWad }: Health) => ({
  collateralUsd: renderBase(collateralBase),
  debtUsd: renderBase(debtBase),
  ltvBps: Number(ltvBps),
  liquidationThresholdBps: Number(thresholdBps),
  healthFactor: renderHealth(healthWad),
})
