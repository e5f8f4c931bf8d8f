import { type Address, erc20Abi } from 'viem'
import { NATIVE_TOKEN } from '../core/address-book.ts'
import type { ChainReader } from '../core/chain.ts'

/** Read a balance in base units; `NATIVE_TOKEN` reads the native coin. */
export const readBalance = (chain: ChainReader, token: Address, account: Address): Promise<bigint> =>
  token === NATIVE_TOKEN
    ? chain.getBalance({ address: account })
    : chain.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
