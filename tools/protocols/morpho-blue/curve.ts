import { WAD } from './maths.ts'

const YEAR_SECONDS = 31_536_000n

/** Constants of the curve (morpho-blue-irm `ConstantsLib.sol`), rates per second. */
export const CURVE = {
  steepness: 4n * WAD,
  speed: (50n * WAD) / YEAR_SECONDS,
  targetUtilisation: (9n * WAD) / 10n,
  initialRateAtTarget: (WAD * 4n) / 100n / YEAR_SECONDS,
  leastRateAtTarget: WAD / 1_000n / YEAR_SECONDS,
  mostRateAtTarget: (2n * WAD) / YEAR_SECONDS,
} as const

/** How far a utilisation is from its target: −1 is unused, 1 is used up; scaled by 10^18. */
function toDistance(utilisation: bigint): bigint {
  const { targetUtilisation } = CURVE
  const range = utilisation > targetUtilisation ? WAD - targetUtilisation : targetUtilisation
  return ((utilisation - targetUtilisation) * WAD) / range
}

/** The rate per second at a utilisation, for the rate that the curve has at its target (`AdaptiveCurveIrm._curve`). */
export function rateAt(rateAtTarget: bigint, utilisation: bigint): bigint {
  const distance = toDistance(utilisation)
  const slope = distance < 0n ? WAD - (WAD * WAD) / CURVE.steepness : CURVE.steepness - WAD
  return (((slope * distance) / WAD + WAD) * rateAtTarget) / WAD
}

/** Move the rate at the target by what some seconds at a utilisation do to it (`AdaptiveCurveIrm._newRateAtTarget`). */
export function driftRate(rateAtTarget: bigint, utilisation: bigint, seconds: bigint): bigint {
  if (rateAtTarget === 0n) return CURVE.initialRateAtTarget
  const moved = (rateAtTarget * exponential(((CURVE.speed * toDistance(utilisation)) / WAD) * seconds)) / WAD
  if (moved < CURVE.leastRateAtTarget) return CURVE.leastRateAtTarget
  return moved > CURVE.mostRateAtTarget ? CURVE.mostRateAtTarget : moved
}

const LN_2 = 693_147_180_559_945_309n
/** Below this e^x is nothing, from this on it is taken as this power (morpho-blue-irm `ExpLib.sol`). */
const LEAST_EXPONENT = -41_446_531_673_892_822_312n
const MOST_EXPONENT = 93_859_467_695_000_404_319n
const MOST_POWER = 57_716_089_161_558_943_949_701_069_502_944_508_345_128_422_502_756_744_429_568n

/** e^x by its nearest power of two and a second-order rest (morpho-blue-irm `ExpLib.wExp`), scaled by 10^18. */
function exponential(x: bigint): bigint {
  if (x < LEAST_EXPONENT) return 0n
  if (x >= MOST_EXPONENT) return MOST_POWER
  const power = (x + (x < 0n ? -(LN_2 / 2n) : LN_2 / 2n)) / LN_2
  const rest = x - power * LN_2
  const value = WAD + rest + (rest * rest) / WAD / 2n
  return power >= 0n ? value << power : value >> -power
}
