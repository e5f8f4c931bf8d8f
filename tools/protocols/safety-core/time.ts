/** Whole seconds between two wall-clock moments, never negative. */
export const secondsBetween = (fromWallMs: number, toWallMs: number): number =>
  Math.max(0, Math.floor((toWallMs - fromWallMs) / 1_000))
