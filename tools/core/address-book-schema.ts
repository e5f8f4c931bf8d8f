import { AddressSchema, Type } from './schema.ts'

const closed = { additionalProperties: false } as const
const Text = Type.String({ minLength: 1 })
const Decimals = Type.Integer({ minimum: 0, maximum: 255 })

const Feed = Type.Object(
  {
    address: AddressSchema,
    decimals: Decimals,
    maxStalenessSeconds: Type.Integer({ minimum: 0 }),
    isModel: Type.Boolean(),
  },
  closed,
)

const Token = Type.Object(
  {
    symbol: Text,
    name: Type.String(),
    address: AddressSchema,
    decimals: Decimals,
    approvesFromZero: Type.Optional(Type.Literal(true)),
    feed: Type.Optional(Feed),
    secondaryFeed: Type.Optional(Feed),
  },
  closed,
)

/** The shape of an address book. */
export const AddressBookSchema = Type.Object(
  {
    chainId: Type.Integer({ minimum: 1 }),
    nativeSymbol: Text,
    tokens: Type.Array(Token),
    wrappedNative: Type.Optional(AddressSchema),
    multicall: Type.Optional(AddressSchema),
    protocols: Type.Record(Type.String(), Type.Record(Type.String(), AddressSchema)),
    sequencerUptimeFeed: Type.Optional(AddressSchema),
  },
  closed,
)
