import {
  type Address,
  type Hex,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from 'viem'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import { recoverSigner } from '../../core/secp256k1.ts'

/** Everything that custody asks a signer to sign; no member is left to the signer's taste. */
export type UnsignedTransaction = Required<
  Pick<
    TransactionSerializableEIP1559,
    'type' | 'chainId' | 'value' | 'data' | 'nonce' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
  >
> & { readonly to: Address }

type Parsed = ReturnType<typeof parseTransaction>

/** How each field reads when a signer leaves it out of the bytes, as RLP does with zeros. */
const FIELDS: Readonly<Record<keyof UnsignedTransaction, (parsed: Partial<UnsignedTransaction>) => unknown>> =
  {
    type: ({ type }) => type,
    chainId: ({ chainId }) => chainId,
    to: ({ to }) => to?.toLowerCase(),
    value: ({ value }) => value ?? 0n,
    data: ({ data }) => (data ?? '0x').toLowerCase(),
    nonce: ({ nonce }) => nonce ?? 0,
    gas: ({ gas }) => gas ?? 0n,
    maxFeePerGas: ({ maxFeePerGas }) => maxFeePerGas ?? 0n,
    maxPriorityFeePerGas: ({ maxPriorityFeePerGas }) => maxPriorityFeePerGas ?? 0n,
  }

/**
 * Check that signed bytes are the requested transaction, signed by the expected account, and nothing else.
 *
 * The bytes are compared with an encoding of the *request*, so that an access list, an authorization or anything
 * that a parser passes over denies too.
 *
 * @throws ToolError SIGNED_BYTES_DIFFER naming the field, SIGNER_WRONG_KEY
 */
export async function assertSigned(raw: Hex, wanted: UnsignedTransaction, expected: Address): Promise<void> {
  const parsed = parse(raw)
  for (const [field, read] of Object.entries(FIELDS)) {
    const [found, requested] = [read(parsed as Partial<UnsignedTransaction>), read(wanted)]
    if (found !== requested) throw differ(field, found, requested)
  }
  const { r, s, yParity } = parsed
  if (r === undefined || s === undefined || yParity === undefined) throw differ('signature', 'missing', 'one')
  if (serializeTransaction(wanted, { r, s, yParity }) !== raw.toLowerCase()) {
    throw differ('encoding', 'other bytes', 'those of the request alone')
  }
  const signer = recoverSigner(keccak256(serializeTransaction(wanted)), { r, s, yParity })
  if (signer === undefined) throw differ('signature', 'invalid', 'one that the network takes')
  if (!isAddressEqual(signer, expected)) throw new ToolError('SIGNER_WRONG_KEY', { found: signer, expected })
}

function parse(raw: Hex): Parsed {
  try {
    return parseTransaction(raw)
  } catch {
    throw differ('encoding', 'no transaction', 'a signed one')
  }
}

const differ = (field: string, found: unknown, expected: unknown) =>
  new ToolError('SIGNED_BYTES_DIFFER', { field, found: shorten(found), expected: shorten(expected) })

const shorten = (value: unknown) => {
  const text = String(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
