import type { Hex } from 'viem'
import { HexSchema, Type } from '../core/schema.ts'

/** The parameter that holds the signature over an order, of who made it. */
export const SignatureSchema = Type.Unsafe<Hex>({
  ...HexSchema,
  maxLength: 4_000,
  description: 'the signature over the order, of who made it',
})
