import { type Abi, type Address, isAddressEqual } from 'viem'
import type { AddressBook } from '../../core/address-book.ts'
import { tokenActionsAbi } from '../erc20/abi.ts'
import { permit2Abi } from '../permit2/abi.ts'
import { positionManagerAbi, swapRouterAbi } from '../uniswap-v3/abi.ts'
import { wethAbi } from '../weth/abi.ts'
import { bundleAbi, multicall3Abi } from './abi.ts'

/** An interface that call data is decoded with, and where it lives. */
interface KnownAbi {
  readonly protocol: string
  readonly abi: Abi
  addresses(book: AddressBook): readonly (Address | undefined)[]
}

/** Interfaces of the protocols whose call data can be read. */
const KNOWN_ABIS: readonly KnownAbi[] = [
  { protocol: 'weth9', abi: wethAbi, addresses: (book) => [book.protocols.weth9] },
  { protocol: 'permit2', abi: permit2Abi, addresses: (book) => [book.protocols.permit2] },
  { protocol: 'multicall3', abi: multicall3Abi, addresses: (book) => [book.protocols.multicall3] },
  {
    protocol: 'uniswap-v3',
    abi: swapRouterAbi,
    addresses: (book) => [book.protocols.uniswapV3?.swapRouter],
  },
  {
    protocol: 'uniswap-v3',
    abi: positionManagerAbi,
    addresses: (book) => [book.protocols.uniswapV3?.positionManager],
  },
  {
    protocol: 'erc20',
    abi: tokenActionsAbi,
    addresses: (book) => book.tokens.map((token) => token.address),
  },
  { protocol: 'bundle', abi: bundleAbi, addresses: () => [] },
]

/** An interface to try on call data; `isCertain` when the target is known to have it. */
export interface CandidateAbi {
  readonly protocol: string
  readonly abi: Abi
  readonly isCertain: boolean
}

/** List the interfaces to try for a target, those it is known to have first, then ERC-20 as the likeliest. */
export const listCandidateAbis = (book: AddressBook, target: Address | undefined): CandidateAbi[] =>
  KNOWN_ABIS.map(({ protocol, abi, addresses }) => ({
    protocol,
    abi,
    isCertain:
      target !== undefined &&
      addresses(book).some((address) => address !== undefined && isAddressEqual(address, target)),
  })).sort((a, b) => rank(a) - rank(b))

const rank = ({ isCertain, protocol }: CandidateAbi): number => (isCertain ? 0 : protocol === 'erc20' ? 1 : 2)
