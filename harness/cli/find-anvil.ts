import { findBinary } from '../chain/binaries.ts'

/**
 * Find the anvil to use: the one that is named, or the first on PATH.
 *
 * @throws HarnessError ANVIL_MISSING
 */
export const findAnvil = (override?: string): string =>
  findBinary('anvil', { ...(override ? { override } : {}), searchPath: process.env.PATH ?? '' })
