import type { Holding } from './health.ts'
import { WAD } from './rates.ts'
import { convert } from './swaps.ts'

/** Below this health all of a debt may be repaid at once, above it half (core-v3 `LiquidationLogic`). */
const FULL_CLOSE_BELOW_WAD = (95n * WAD) / 100n

/** Most of a debt that one liquidation may repay at a health, whatever secures it. */
export const toClosable = ({ debtBaseUnits }: Holding, healthWad: bigint): bigint =>
  healthWad < FULL_CLOSE_BELOW_WAD ? debtBaseUnits : debtBaseUnits / 2n

/** Most of a debt that a collateral pays for with the liquidator's bonus. @throws ToolError NO_PRICE */
export const toCovered = (collateral: Holding, debt: Holding, bonusBps: number): bigint =>
  convert((collateral.suppliedBaseUnits * 10_000n) / BigInt(bonusBps), collateral, debt)
