import { type Address, erc20Abi, type Hex, numberToHex } from 'viem'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { HarnessError } from '../errors.ts'

/** No balance has this value by chance. */
const MARK = numberToHex(0x5eed_0f_ba1a_9ce5n, { size: 32 })

/**
 * Find where a token keeps the balance of an account: the slot that `balanceOf` reads, and whose word it answers.
 *
 * @throws HarnessError STEP_IMPOSSIBLE for a token that computes balances from several words
 */
export async function findBalanceSlot(rpc: RpcClient, token: Address, owner: Address): Promise<Hex> {
  const call = {
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
  }
  const { accessList } = await rpc.request<{
    readonly accessList: readonly { readonly address: Address; readonly storageKeys: readonly Hex[] }[]
  }>('eth_createAccessList', [call, 'latest'])
  const slots = accessList.flatMap(({ address, storageKeys }) =>
    address.toLowerCase() === token.toLowerCase() ? storageKeys : [],
  )
  for (const slot of slots) {
    const answer = await rpc.request<Hex>('eth_call', [
      call,
      'latest',
      { [token]: { stateDiff: { [slot]: MARK } } },
    ])
    if (answer === MARK) return slot
  }
  throw new HarnessError('STEP_IMPOSSIBLE', 'no word of the token is the balance', {
    where: token,
    expected: 'a balance that stands in one word',
    found: `${slots.length} words that are not it`,
    hint: 'lie about a token that keeps balances in a mapping',
  })
}
