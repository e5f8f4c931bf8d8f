import { AddressSchema, BaseUnitsSchema, HashSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'

/** The schema of something that may be unknown. */
export const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()])

/** An amount of a token with its value. */
export const AMOUNT_OUTPUT = {
  /** Null for a token outside the chain's list, as are its decimals. */
  symbol: nullable(Type.String()),
  token: AddressSchema,
  decimals: nullable(Type.Integer()),
  /** Null where the token does not answer; negative where it is owed. */
  amountBaseUnits: nullable(SignedBaseUnitsSchema),
  /** Null where amount or price is unknown: assets rounded down, debts up. */
  valueMicroUsd: nullable(SignedBaseUnitsSchema),
  /** Why something of it is unknown. */
  problem: nullable(Type.String()),
}

/** One position with its legs. */
export const POSITION_OUTPUT = Type.Object({
  protocol: Type.String(),
  key: HashSchema,
  place: HashSchema,
  /** 10^18 is where it may be liquidated; null where nothing is owed. */
  healthWad: nullable(BaseUnitsSchema),
  legs: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('held'), Type.Literal('owed'), Type.Literal('leaving')]),
      /** Set while it leaves the protocol. */
      claimableFromSeconds: nullable(Type.Integer()),
      ...AMOUNT_OUTPUT,
    }),
  ),
})

/** What could not be read; a null key stands for positions of which it is not known whether there are any. */
export const UNREAD_OUTPUT = Type.Array(
  Type.Object({ protocol: Type.String(), key: nullable(HashSchema), reason: Type.String() }),
)
