import { type Address, erc20Abi, numberToHex, parseAbi } from 'viem'
import { NATIVE_TOKEN } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { isAddressEqual } from '../../tools/core/is-address-equal.ts'
import { ACTORS } from '../world/actors.ts'
import type { Ground } from './ground.ts'

/** Gives an account native coin or tokens, on top of what it holds; less than nothing takes native coin away. */
export type Fund = (account: Address, token: Address, amountBaseUnits: bigint) => Promise<void>

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

/** Create what funds accounts. */
export const createFunding =
  ({ chain: { book, fork }, client, observer, sender }: Ground): Fund =>
  async (account, token, amount) => {
    const sendAndSettle = async (from: Address, data: `0x${string}`, what: string) => {
      await sender.settle([await sender.send(from, { to: token, data })], what)
    }
    if (token === NATIVE_TOKEN) {
      const balance = await client.getBalance({ address: account })
      await fork.rpc.request('anvil_setBalance', [account, numberToHex(balance + amount)])
    } else if (book.wrappedNative && isAddressEqual(token, book.wrappedNative)) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, amount] })
      await sendAndSettle(ACTORS.whale.address, data, 'funding with the wrapped native coin')
    } else {
      const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [account, amount] })
      await sendAndSettle(ACTORS.deployer.address, data, 'minting')
    }
    observer.invalidate()
  }
