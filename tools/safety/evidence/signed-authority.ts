import { type Address, getAddress, isAddress, isAddressEqual, zeroAddress } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { UNLIMITED_APPROVAL_FROM } from '../../core/call-decoder.ts'
import { ToolError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { TypedData } from '../../core/plan.ts'
import { findAsset, type SafetyPolicy } from '../policy/policy.ts'

/** What one signature lets somebody take, until when. */
export interface SignedAuthority {
  readonly token: Address
  /** Who may take it; for an authorised transfer whoever sends it, and the recipient is fixed. */
  readonly spender?: Address
  readonly recipients: readonly Address[]
  readonly amountBaseUnits: bigint
  /** Last chain second at which the authority can be used; equality still can. */
  readonly untilSeconds: bigint
}

/** Where a signature is judged. */
export interface SignatureScope {
  /** Accounts that the signature may speak for. */
  readonly signers: readonly Address[]
  readonly book: AddressBook
  readonly policy: SafetyPolicy
  readonly nowSeconds: number
}

type Message = Readonly<Record<string, Json>>

interface Reader {
  /** The structs as EIP-712 encodes them, the primary one first. */
  readonly type: string
  /** Which contract has to verify it: Permit2, the token itself, or a listed spender. */
  readonly verifier: 'permit2' | 'token' | 'spender'
  read(message: Message, contract: Address): readonly Omit<SignedAuthority, 'recipients'>[] | Read
}

/** What a reader that names owners or recipients answers. */
interface Read {
  readonly authorities: readonly (Omit<SignedAuthority, 'recipients'> &
    Partial<Pick<SignedAuthority, 'recipients'>>)[]
  /** Who the message says signs it. */
  readonly owner?: Address
}

const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMITTED = 'TokenPermissions(address token,uint256 amount)'
const TRANSFER_FIELDS = 'address spender,uint256 nonce,uint256 deadline'

const later = (a: bigint, b: bigint) => (a > b ? a : b)

const readPermit2 =
  (isBatch: boolean): Reader['read'] =>
  (message) => {
    const details = each(message.details, isBatch)
    const spender = address(message.spender)
    return details.map((entry) => {
      const { token, amount, expiration } = record(entry)
      return {
        token: address(token),
        spender,
        amountBaseUnits: uint(amount),
        // Unused, the signature holds until its deadline; used, the allowance until its expiration.
        untilSeconds: later(uint(message.sigDeadline), uint(expiration)),
      }
    })
  }

const readPermit2Transfer =
  (isBatch: boolean): Reader['read'] =>
  (message) => {
    const permitted = each(message.permitted, isBatch)
    return permitted.map((entry) => {
      const { token, amount } = record(entry)
      return {
        token: address(token),
        spender: address(message.spender),
        amountBaseUnits: uint(amount),
        untilSeconds: uint(message.deadline),
      }
    })
  }

const readAuthorization: Reader['read'] = (message, contract) => ({
  owner: address(message.from),
  authorities: [
    {
      token: contract,
      recipients: [address(message.to)],
      amountBaseUnits: uint(message.value),
      untilSeconds: uint(message.validBefore),
    },
  ],
})

const AUTHORIZATION_FIELDS =
  'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce'

/** Every type that may be signed; what is not here is not understood. */
const READERS: readonly Reader[] = [
  {
    type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
    verifier: 'permit2',
    read: readPermit2(false),
  },
  {
    type: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
    verifier: 'permit2',
    read: readPermit2(true),
  },
  {
    type: `PermitTransferFrom(TokenPermissions permitted,${TRANSFER_FIELDS})${PERMITTED}`,
    verifier: 'permit2',
    read: readPermit2Transfer(false),
  },
  {
    type: `PermitBatchTransferFrom(TokenPermissions[] permitted,${TRANSFER_FIELDS})${PERMITTED}`,
    verifier: 'permit2',
    read: readPermit2Transfer(true),
  },
  // A witness (an order of UniswapX, say) only narrows what the spender may do.
  {
    type: `PermitWitnessTransferFrom(TokenPermissions permitted,${TRANSFER_FIELDS},WITNESS)${PERMITTED}`,
    verifier: 'permit2',
    read: readPermit2Transfer(false),
  },
  {
    type: `PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,${TRANSFER_FIELDS},WITNESS)${PERMITTED}`,
    verifier: 'permit2',
    read: readPermit2Transfer(true),
  },
  {
    type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    verifier: 'token',
    read: (message, contract) => ({
      owner: address(message.owner),
      authorities: [
        {
          token: contract,
          spender: address(message.spender),
          amountBaseUnits: uint(message.value),
          untilSeconds: uint(message.deadline),
        },
      ],
    }),
  },
  {
    type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    verifier: 'token',
    read: (message, contract) => ({
      owner: address(message.holder),
      authorities: [
        {
          token: contract,
          spender: address(message.spender),
          // DAI grants everything or nothing.
          amountBaseUnits: message.allowed === false ? 0n : 2n ** 256n - 1n,
          untilSeconds: uint(message.expiry),
        },
      ],
    }),
  },
  { type: `TransferWithAuthorization(${AUTHORIZATION_FIELDS})`, verifier: 'token', read: readAuthorization },
  { type: `ReceiveWithAuthorization(${AUTHORIZATION_FIELDS})`, verifier: 'token', read: readAuthorization },
  {
    // CoW Protocol, GPv2Order.sol
    type: 'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    verifier: 'spender',
    read: (message, contract) => ({
      authorities: [
        {
          token: address(message.sellToken),
          spender: contract,
          // The zero address stands for the owner of the order.
          recipients: [address(message.receiver)].filter((receiver) => receiver !== zeroAddress),
          amountBaseUnits: uint(message.sellAmount) + uint(message.feeAmount),
          untilSeconds: uint(message.validTo),
        },
      ],
    }),
  },
  {
    // Seaport 1.5 and 1.6, ConsiderationStructs.sol
    type: 'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)',
    verifier: 'spender',
    read: (message, contract) => ({
      owner: address(message.offerer),
      authorities: list(message.offer).map((item) => {
        const { itemType, token, startAmount, endAmount } = record(item)
        if (uint(itemType) !== ERC20_ITEM) throw new Error('it offers something else than an ERC-20')
        return {
          token: address(token),
          spender: contract,
          recipients: list(message.consideration).map((paid) => address(record(paid).recipient)),
          amountBaseUnits: later(uint(startAmount), uint(endAmount)),
          untilSeconds: uint(message.endTime),
        }
      }),
    }),
  },
]

const ERC20_ITEM = 1n

/**
 * Read what typed data authorises, from the data alone: recognised by its exact types, its chain and the contract
 * that verifies it.
 *
 * @throws ToolError SIGNATURE_NOT_UNDERSTOOD, SIGNATURE_CHAIN, SIGNATURE_CONTRACT_NOT_ALLOWED, SIGNATURE_OWNER,
 * SIGNATURE_DEADLINE, AUTHORITY_NOT_ALLOWED
 */
export function readSignedAuthority(typedData: TypedData, scope: SignatureScope): SignedAuthority[] {
  const { domain, primaryType, message } = typedData
  const { policy } = scope
  if (domain.chainId !== policy.chainId) {
    throw new ToolError('SIGNATURE_CHAIN', { found: domain.chainId ?? 'any', expected: policy.chainId })
  }
  const notUnderstood = (problem: string) =>
    new ToolError('SIGNATURE_NOT_UNDERSTOOD', { primaryType, problem })
  const encoded = encodeTypes(typedData)
  const reader = READERS.find(({ type }) => encoded !== undefined && matches(type, encoded))
  if (reader === undefined) throw notUnderstood('no such type is known')
  const contract = domain.verifyingContract
  if (contract === undefined || !isVerifier(reader.verifier, contract, scope)) {
    throw new ToolError('SIGNATURE_CONTRACT_NOT_ALLOWED', {
      contract: contract ?? 'no contract',
      primaryType,
    })
  }
  let found: Read
  try {
    const read = reader.read(message, getAddress(contract))
    found = 'authorities' in read ? read : { authorities: read }
  } catch (cause) {
    throw notUnderstood((cause as Error).message)
  }
  const { owner } = found
  if (owner !== undefined && !scope.signers.some((signer) => isAddressEqual(signer, owner))) {
    throw new ToolError('SIGNATURE_OWNER', { found: owner, expected: scope.signers.join(' or ') })
  }
  const latest = BigInt(scope.nowSeconds + policy.maxSignatureSeconds)
  for (const { amountBaseUnits, untilSeconds } of found.authorities) {
    if (amountBaseUnits >= UNLIMITED_APPROVAL_FROM) {
      throw new ToolError('AUTHORITY_NOT_ALLOWED', { authority: `an unlimited ${primaryType}` })
    }
    if (untilSeconds > latest) {
      throw new ToolError('SIGNATURE_DEADLINE', { found: untilSeconds, expected: latest })
    }
  }
  return found.authorities.map((authority) => ({ recipients: [], ...authority }))
}

function isVerifier(
  verifier: Reader['verifier'],
  contract: Address,
  { book, policy }: SignatureScope,
): boolean {
  if (!isAddress(contract, { strict: false })) return false
  switch (verifier) {
    case 'permit2':
      return isAddressEqual(book.protocols.permit2?.permit2 ?? zeroAddress, contract)
    case 'token':
      return findAsset(policy, contract) !== undefined
    case 'spender':
      return policy.spenders.some((spender) => isAddressEqual(spender, contract))
  }
}

/** Matches one field of any type, whose name is "witness" by convention but not by need. */
const WITNESS = /^,\w+ \w+\)/

/** Compare the encoded types with known ones; in the place of WITNESS one field may stand, and what it refers to. */
function matches(known: string, encoded: string): boolean {
  const [head = '', tail] = known.split(',WITNESS)')
  if (tail === undefined) return encoded === known
  const rest = encoded.startsWith(head) ? encoded.slice(head.length) : undefined
  return rest !== undefined && WITNESS.test(rest) && rest.includes(`)${tail}`)
}

/** Encode the types of EIP-712: the primary struct, then all that it refers to, sorted by name. */
function encodeTypes({ types, primaryType }: TypedData): string | undefined {
  // A name that is none could spell other structs than those that are hashed.
  const isPlain = Object.entries(types).every(
    ([name, fields]) =>
      /^\w+$/.test(name) &&
      name !== 'EIP712Domain' &&
      fields.every((field) => /^\w+$/.test(field.name) && /^\w+(\[\d*\])*$/.test(field.type)),
  )
  if (!isPlain) return undefined
  const reached = new Set<string>()
  const visit = (name: string) => {
    if (reached.has(name) || !Object.hasOwn(types, name)) return
    reached.add(name)
    for (const { type } of types[name] ?? []) visit(type.replace(/(\[\d*\])+$/, ''))
  }
  visit(primaryType)
  const [first, ...others] = [...reached]
  return [first, ...others.sort()]
    .map((name) => {
      const fields = (name && types[name]) || []
      return `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(',')})`
    })
    .join('')
}

function address(value: Json | undefined): Address {
  if (typeof value !== 'string' || !isAddress(value, { strict: false }))
    throw new Error(`${value} is no address`)
  return getAddress(value)
}

function uint(value: Json | undefined): bigint {
  const isExact = typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : true
  if (!isExact || !/^\d+$/.test(String(value))) throw new Error(`${value} is no unsigned integer`)
  return BigInt(String(value))
}

function record(value: Json | undefined): Message {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Error('a struct is missing')
  return value as Message
}

/** The members of a batch, or the one struct in place of them: whatever is signed has the shape of its type. */
const each = (value: Json | undefined, isBatch: boolean): readonly Json[] =>
  isBatch ? list(value) : [record(value)]

function list(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) throw new Error('a list is missing')
  return value
}
