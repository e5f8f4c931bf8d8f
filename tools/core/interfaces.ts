import { type Abi, type Address, type Hex, parseAbi } from 'viem'
import type { AddressBook } from './address-book.ts'
import { type Base, referTo } from './base.ts'
import { decodeErrorResult } from './decode-error-result.ts'
import { isAddressEqual } from './is-address-equal.ts'

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
  /** Render the return data of a reverted call for people; what no known interface explains keeps its selector. */
  explainRevert(returnData: Hex): string
}

/** Errors that tokens and their libraries raise (ERC-6093, Solidity's own). */
const COMMON_ERRORS = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InvalidSpender(address spender)',
])

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

  return {
    contracts,
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
    explainRevert(returnData) {
      if (returnData === '0x') return 'reverted without a reason'
      try {
        const { errorName, args } = decodeErrorResult({ abi: errors, data: returnData })
        if (errorName === 'Error') {
          const reason = String(args?.[0])
          const meaning = reasons.get(reason)
          return meaning === undefined ? reason : `${reason} (${meaning})`
        }
        return `${errorName}(${(args ?? []).map(String).join(', ')})`
      } catch {
        return `custom error ${returnData.slice(0, 10)}`
      }
    },
  }
}
