import { type Abi, type Address, isAddress } from 'viem'
import type { AddressBook } from './address-book.ts'
import type { ErrorSpec, ErrorSpecs } from './errors/define-errors.ts'
import { type ErrorArguments, ToolError, type ToolErrorOptions } from './errors.ts'
import { isAddressEqual } from './is-address-equal.ts'

/** The interface of one contract of a protocol, by which its calls, logs and revert reasons are read. */
export interface ContractSpec {
  readonly abi: Abi
  /** Set on the interface of tokens, which any token of the book has. */
  readonly isToken?: true
}

/** A local chain holds what Ethereum has. */
const LOCAL_CHAIN = 31_337

type Contracts = Readonly<Record<string, ContractSpec>>
type AddressesByChain = Readonly<Record<number, Readonly<Record<string, Address>>>>

/** What `defineBase` takes. */
export interface BaseSpec<C extends Contracts, A extends AddressesByChain, E extends ErrorSpecs> {
  /** The folder's name. */
  readonly id: string
  /** Contracts by name; one without an address is an interface that any contract may have. */
  readonly contracts: C
  /** Addresses by chain id and contract. */
  readonly addresses: A
  /** Codes that only this protocol raises. */
  readonly errors?: E
  /** What the chain itself is known by, and which contract that is. */
  readonly serves?: Serves
  /** What short texts mean with which its contracts revert. */
  readonly reasons?: Readonly<Record<string, string>>
}

/** Facts of a chain that a contract of a protocol stands for. */
export type Serves = Readonly<Partial<Record<'wrappedNative' | 'multicall', string>>>

/** Names of the contracts that are on every chain of the protocol. */
type Everywhere<A extends AddressesByChain> = keyof A[keyof A] & string

type KeyOfEach<T> = T extends unknown ? keyof T & string : never

/** Names of the contracts that are on some chain of the protocol. */
type Anywhere<A extends AddressesByChain> = KeyOfEach<A[keyof A]>

/** Addresses of a protocol on one chain; what is not on every chain of it may be missing. */
export type AddressesOf<A extends AddressesByChain> = Readonly<
  Record<Everywhere<A>, Address> & Partial<Record<Exclude<Anywhere<A>, Everywhere<A>>, Address>>
>

/** A protocol's leaf: what everything else of it may import. */
export interface Base<
  C extends Contracts = Contracts,
  A extends AddressesByChain = AddressesByChain,
  E extends ErrorSpecs = ErrorSpecs,
> {
  readonly id: string
  readonly contracts: C
  readonly addresses: A
  readonly errors: E
  readonly serves: Serves
  readonly reasons: Readonly<Record<string, string>>
  /** Its addresses on the book's chain. @throws ToolError PROTOCOL_NOT_DEPLOYED */
  on(book: AddressBook): AddressesOf<A>
  /** Its addresses on the book's chain, or undefined where it is not deployed. */
  find(book: AddressBook): AddressesOf<A> | undefined
  /** The address on the book's chain of a contract that is not on every chain. @throws ToolError PROTOCOL_NOT_DEPLOYED */
  at(book: AddressBook, contract: Anywhere<A>): Address
  /** Make an error of one of its own codes. */
  error<Code extends keyof E & string>(
    code: Code,
    args: ErrorArguments<E[Code]>,
    options?: ToolErrorOptions,
  ): ToolError<Code>
}

/**
 * Define the leaf of a protocol: its addresses by chain, its contracts and its error codes.
 *
 * @throws RangeError when an address is of no known contract, or no checksummed address
 */
export function defineBase<
  const C extends Contracts,
  const A extends AddressesByChain = Readonly<Record<never, never>>,
  const E extends ErrorSpecs = Readonly<Record<never, never>>,
>(spec: Omit<BaseSpec<C, A, E>, 'addresses'> & { readonly addresses?: A }): Base<C, A, E> {
  const { id, contracts, serves = {}, reasons = {} } = spec
  const addresses = spec.addresses ?? ({} as A)
  const errors = spec.errors ?? ({} as E)
  for (const [chainId, onChain] of Object.entries(addresses)) {
    for (const [name, address] of Object.entries(onChain)) {
      if (!Object.hasOwn(contracts, name)) throw new RangeError(`${id}: contract "${name}" has no interface`)
      if (!isAddress(address)) {
        throw new RangeError(
          `${id}: ${name} on chain ${chainId} is ${address}, expected a checksummed address`,
        )
      }
    }
  }
  const chains = Object.values(addresses)
  const needed = Object.keys(chains[0] ?? {}).filter((name) =>
    chains.every((onChain) => Object.hasOwn(onChain, name)),
  )
  const checked = new WeakSet<AddressBook>()
  const find = (book: AddressBook): AddressesOf<A> | undefined => {
    const found = book.protocols[id]
    if (found === undefined || checked.has(book)) return found as AddressesOf<A> | undefined
    const missing = needed.find((name) => !isAddress(found[name] ?? ''))
    if (missing !== undefined) {
      throw new RangeError(
        `${id}: the book of chain ${book.chainId} has ${found[missing] ?? 'nothing'} for ${missing}, expected an address`,
      )
    }
    checked.add(book)
    return found as AddressesOf<A>
  }
  return {
    id,
    contracts,
    addresses,
    errors,
    serves,
    reasons,
    find,
    on(book) {
      const found = find(book)
      if (found) return found
      throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol: id, chainId: book.chainId })
    },
    at(book, contract) {
      const found: Address | undefined = find(book)?.[contract]
      if (found) return found
      const protocol = referTo(id, contract)
      throw new ToolError('PROTOCOL_NOT_DEPLOYED', { protocol, chainId: book.chainId })
    },
    error: (code, args, options = {}) =>
      new ToolError<string>(code, args, { ...options, spec: errors[code] as ErrorSpec }) as never,
  }
}

/** Say that a protocol's contracts have the same addresses on several chains. */
export const sameOn = <const A extends Readonly<Record<string, Address>>>(
  chainIds: readonly number[],
  addresses: A,
): Readonly<Record<number, A>> => Object.fromEntries(chainIds.map((chainId) => [chainId, addresses]))

/**
 * List the chains of a protocol by its addresses, the local chain with those of Ethereum: on all others its tools are refused
 * before anything is asked of a node. With the name of a contract, the chains that have that one.
 */
export const chainsOf = <A extends AddressesByChain>(
  { addresses }: { readonly addresses: A },
  contract?: Anywhere<A>,
): readonly number[] =>
  Object.entries(addresses)
    .filter(([, onChain]) => contract === undefined || Object.hasOwn(onChain, contract))
    .flatMap(([chainId]) => (chainId === '1' ? [1, LOCAL_CHAIN] : [Number(chainId)]))

/** Whether an address is that of a protocol's contract on some chain: who reads a receipt has no book. */
export const isContractOf = <A extends AddressesByChain>(
  { addresses }: { readonly addresses: A },
  contract: Anywhere<A>,
  address: Address,
): boolean =>
  Object.values<Readonly<Record<string, Address>>>(addresses).some((onChain) => {
    const found = onChain[contract]
    return found !== undefined && isAddressEqual(found, address)
  })

/** Gather what a book says of protocols: their contracts on the first chain of some that they are on, and what that is known by. */
export function describeDeployments(
  bases: readonly Base[],
  ...chainIds: readonly number[]
): Pick<AddressBook, 'protocols' | 'wrappedNative' | 'multicall'> {
  const deployed = bases.flatMap(({ id, addresses, serves }) => {
    const onChain = chainIds.map((chainId) => addresses[chainId]).find((found) => found !== undefined)
    return onChain ? [{ id, onChain, serves }] : []
  })
  const serving = (role: keyof Serves) =>
    deployed.flatMap(({ onChain, serves }) => onChain[serves[role] ?? ''] ?? [])[0]
  const [wrappedNative, multicall] = [serving('wrappedNative'), serving('multicall')]
  return {
    protocols: Object.fromEntries(deployed.map(({ id, onChain }) => [id, onChain])),
    ...(wrappedNative ? { wrappedNative } : {}),
    ...(multicall ? { multicall } : {}),
  }
}

/** Name a contract of a protocol; one with the protocol's own name is named by the id alone. */
export const referTo = (protocol: string, contract: string): string =>
  contract.toLowerCase() === protocol.replaceAll('-', '') ? protocol : `${protocol}.${contract}`
