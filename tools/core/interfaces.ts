import { type Abi, type Address, type Hex, parseAbi } from 'viem'
import type { AddressBook } from './address-book.ts'
import { type Base, referTo } from './base.ts'
import { decodeErrorResult } from './decode-error-result.ts'
import { isAddressEqual } from './is-address-equal.ts'
import { quoteText } from './quote-text.ts'

/** One contract whose interface is known, and where it lives on this chain. */
export interface KnownContract {
  readonly protocol: string
  /** How scenarios, labels and messages name it: `protocol.contract`, or the protocol's id alone for its namesake. */
  readonly reference: string
  readonly abi: Abi
  readonly address?: Address
  /** The interface of tokens. */
  readonly isToken: boolean
}

/** An interface to try on call data; `isCertain` when the target is known to have it. */
export interface CandidateAbi {
  readonly protocol: string
  readonly abi: Abi
  readonly isCertain: boolean
}

/** The interfaces of every protocol, by which calls, logs and revert reasons are read. */
export interface Interfaces {
  readonly contracts: readonly KnownContract[]
  /** List the interfaces to try for a target: its own, then those that any contract may have, then all others. */
  listCandidates(target: Address | undefined): readonly CandidateAbi[]
  /** Render the return data of a reverted call for people, in one line that is cut; what no known interface explains keeps its selector. */
  explainRevert(returnData: Hex): string
}

/** Errors that tokens and their libraries raise (ERC-6093, ERC-7751, Solidity's own). */
const COMMON_ERRORS = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error WrappedError(address target, bytes4 selector, bytes reason, bytes details)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSpender(address spender)',
])

/** What the codes of a panic mean that contracts meet (Solidity documentation, "Panic via assert and Error via require"). */
const PANICS: Readonly<Record<string, string>> = {
  1: 'an assertion failed',
  17: 'arithmetic ran over or below zero, as where more is taken than is there',
  18: 'a division by zero',
  33: 'no value of its kind',
  49: 'an empty array was popped',
  50: 'an index beyond its array',
  65: 'too much memory',
}

/** How deep what is wrapped is told: a contract can wrap thousands of times, and each is decoded anew. */
const MAX_WRAPPED = 4

/** Collect the interfaces of protocols, with their addresses on the book's chain. */
export function collectInterfaces(bases: readonly Base[], book: AddressBook): Interfaces {
  const contracts = bases.flatMap((base): KnownContract[] => {
    const addresses: Readonly<Record<string, Address>> = base.find(book) ?? {}
    return Object.entries(base.contracts).map(([name, { abi, isToken = false }]) => {
      const address = addresses[name]
      return {
        protocol: base.id,
        reference: referTo(base.id, name),
        abi,
        isToken,
        ...(address ? { address } : {}),
      }
    })
  })
  const errors = [
    ...COMMON_ERRORS,
    ...contracts.flatMap(({ abi }) => abi.filter((item) => item.type === 'error')),
  ] as Abi
  const reasons = new Map(bases.flatMap((base) => Object.entries(base.reasons)))
  /** 0 for the target's own interface, then tokens', any contract's, and that of a contract elsewhere. */
  const rank = ({ address, isToken }: KnownContract, target: Address | undefined): number => {
    if (address !== undefined) return target && isAddressEqual(address, target) ? 0 : 3
    if (!isToken) return 2
    return target && book.tokens.some((token) => isAddressEqual(token.address, target)) ? 0 : 1
  }

  const describeRevert = (returnData: Hex, depth: number): string => {
    if (returnData === '0x') return 'reverted without a reason'
    try {
      const { errorName, args } = decodeErrorResult({ abi: errors, data: returnData })
      const values = (args ?? []).map(String)
      const [first = ''] = values
      if (errorName === 'Error' || errorName === 'Panic') {
        const meaning = errorName === 'Error' ? reasons.get(first) : PANICS[first]
        const said = errorName === 'Error' ? first : `Panic(${first})`
        return meaning === undefined ? said : `${said} (${meaning})`
      }
      // What a call further in said, with whom it called.
      if (errorName === 'WrappedError') {
        const why = depth < MAX_WRAPPED ? describeRevert(values[2] as Hex, depth + 1) : 'see its trace'
        return `${first} refused: ${why}`
      }
      return `${errorName}(${values.join(', ')})`
    } catch {
      return `custom error ${returnData.slice(0, 10)}`
    }
  }

  return {
    contracts,
    explainRevert: (returnData) => quoteText(describeRevert(returnData, 0)),
    listCandidates(target) {
      return contracts
        .map((contract) => ({ ...contract, rank: rank(contract, target) }))
        .toSorted((a, b) => a.rank - b.rank)
        .map((contract) => ({
          protocol: contract.protocol,
          abi: contract.abi,
          isCertain: contract.rank === 0,
        }))
    },
  }
}
