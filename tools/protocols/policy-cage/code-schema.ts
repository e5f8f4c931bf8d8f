import { type Address, getAddress, type Hex, zeroAddress, zeroHash } from 'viem'
import { AddressSchema, HashSchema, type Static, Type } from '../../core/schema.ts'

/** Code that the owner trusts: the cage takes it only while the contract there has this hash. */
export const CodeSchema = Type.Object(
  { address: AddressSchema, codeHash: HashSchema },
  {
    additionalProperties: false,
    description: 'a contract, with the keccak256 of its code as it was reviewed',
  },
)

/** Selectors of functions. */
export const SelectorsSchema = Type.Array(
  Type.Unsafe<Hex>({ type: 'string', pattern: '^0x[0-9a-fA-F]{8}$', description: '4-byte selector' }),
  { minItems: 1, maxItems: 64 },
)

/** Write trusted code as the cage takes it; none is the zero address. */
export const toCode = (code: Static<typeof CodeSchema> | null): { at: Address; hash: Hex } =>
  code === null
    ? { at: zeroAddress, hash: zeroHash }
    : { at: getAddress(code.address), hash: code.codeHash.toLowerCase() as Hex }

/** Write selectors in one case, so that one change has one id. */
export const toSelectors = (selectors: readonly Hex[]): readonly Hex[] =>
  selectors.map((selector) => selector.toLowerCase() as Hex)
