import type { Address } from 'viem'
import type { AssetDelta } from '../core/outcome.ts'
import { AddressSchema, SignedBaseUnitsSchema, Type } from '../core/schema.ts'

/** What came into the account or, below zero, went out of it. */
export const TokenChangesSchema = Type.Array(
  Type.Object({ token: AddressSchema, deltaBaseUnits: SignedBaseUnitsSchema }),
)

/** Report what came and went as `TokenChangesSchema` has it. */
export const describeTokenChanges = (
  assets: readonly AssetDelta[],
): { token: Address; deltaBaseUnits: string }[] =>
  assets.map(({ token, deltaBaseUnits }) => ({ token, deltaBaseUnits: deltaBaseUnits.toString() }))
