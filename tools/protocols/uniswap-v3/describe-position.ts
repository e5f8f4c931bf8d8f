import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { PositionIdSchema, type ValuedPosition } from './position.ts'

/** What every tool about positions says of one. */
export const POSITION_OUTPUT = {
  positionId: PositionIdSchema,
  owner: AddressSchema,
  pool: AddressSchema,
  token0: AddressSchema,
  token1: AddressSchema,
  feeTier: Type.Integer(),
  tickLower: Type.Integer(),
  tickUpper: Type.Integer(),
  tick: Type.Integer(),
  isInRange: Type.Boolean(),
  liquidity: BaseUnitsSchema,
  /** What the liquidity would pay out now, fees apart. */
  amount0BaseUnits: BaseUnitsSchema,
  amount1BaseUnits: BaseUnitsSchema,
  /** Fees and credits that could be collected now. */
  fees0BaseUnits: BaseUnitsSchema,
  fees1BaseUnits: BaseUnitsSchema,
}

/** Describe a position as `POSITION_OUTPUT` has it. */
export const describePosition = (position: ValuedPosition) => ({
  positionId: position.id.toString(),
  owner: position.owner,
  pool: position.pool,
  token0: position.token0,
  token1: position.token1,
  feeTier: position.feeTier,
  tickLower: position.tickLower,
  tickUpper: position.tickUpper,
  tick: position.tick,
  isInRange: position.isInRange,
  liquidity: position.liquidity.toString(),
  amount0BaseUnits: position.amounts.amount0.toString(),
  amount1BaseUnits: position.amounts.amount1.toString(),
  fees0BaseUnits: position.collectable.amount0.toString(),
  fees1BaseUnits: position.collectable.amount1.toString(),
})
