import { type Address, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { encodeAggregate } from '../chain/aggregate.ts'
import type { FixtureChain } from './deploy-cage.ts'
import type { Fixtures } from './fixtures.ts'

interface AccessList {
  readonly accessList: readonly { readonly address: Address; readonly storageKeys: readonly Hex[] }[]
}

/**
 * Keep in a fork what reading the cage's allowances touches: every action reads them, and a revert forgets what was
 * fetched since the base snapshot.
 */
export async function keepAllowances(
  { rpc }: Pick<FixtureChain, 'rpc'>,
  { tokens, multicall }: AddressBook,
  { cage, policy }: Pick<Fixtures, 'cage' | 'policy'>,
): Promise<void> {
  // The oracle says what is missing.
  if (multicall === undefined) return
  const reads = tokens.flatMap(({ address }) =>
    policy.targets.map(({ target }) => ({
      target: address,
      allowFailure: true,
      callData: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [cage, target] }),
    })),
  )
  const { accessList } = await rpc.request<AccessList>('eth_createAccessList', [
    { to: multicall, data: encodeAggregate(reads) },
    'latest',
  ])
  const slots = accessList.flatMap(({ address, storageKeys }) => storageKeys.map((slot) => [address, slot]))
  await Promise.all(
    slots.map(async (slot) => {
      const value = await rpc.request('eth_getStorageAt', [...slot, 'latest'])
      await rpc.request('anvil_setStorageAt', [...slot, value])
    }),
  )
}
