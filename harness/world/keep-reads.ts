import { type Address, erc20Abi, type Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { encodeFunctionData } from '../../tools/core/encode-function-data.ts'
import { encodeAggregate } from '../chain/aggregate.ts'
import { createRoundReader, joinRounds } from '../chain/read-rounds.ts'
import { TESTBEDS } from '../protocols/generated/testbeds.ts'
import type { Fixtures } from './fixtures.ts'
import type { FixtureChain } from './mine-all.ts'
import { IMPLEMENTATION_SLOTS } from './read-pins.ts'
import { listTargets } from './safety-policy.ts'

interface AccessList {
  readonly accessList: readonly { readonly address: Address; readonly storageKeys: readonly Hex[] }[]
}

type FixtureRpc = Pick<FixtureChain, 'rpc'>

/**
 * Keep in a fork what reading the cage's allowances, positions and targets touches: every action reads them, and a revert
 * forgets what was fetched since the base snapshot.
 */
export async function keepReads(
  { rpc }: FixtureRpc,
  book: AddressBook,
  { cage, policy }: Pick<Fixtures, 'cage' | 'policy'>,
): Promise<void> {
  const { tokens, multicall } = book
  // The oracle says what is missing.
  if (multicall === undefined) return
  const allowances = tokens.flatMap(({ address }) =>
    policy.targets.map(({ target }) => ({
      target: address,
      allowFailure: true,
      callData: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [cage, target] }),
    })),
  )
  await keepTouched({ rpc }, multicall, encodeAggregate(allowances))
  await keepSlots(
    { rpc },
    listTargets(policy).flatMap(({ address }) =>
      IMPLEMENTATION_SLOTS.map((slot) => [address, slot] as const),
    ),
  )
  const observed = Object.values(TESTBEDS).flatMap(({ observe }) => observe?.({ book, account: cage }) ?? [])
  const readRounds = createRoundReader(
    {
      async call({ data = '0x' }) {
        await keepTouched({ rpc }, multicall, data)
        return { data: await rpc.request<Hex>('eth_call', [{ to: multicall, data }, 'latest']) }
      },
    },
    multicall,
  )
  await readRounds(joinRounds(observed))
}

/** Write what a call reads as it is. */
async function keepTouched({ rpc }: FixtureRpc, to: Address, data: Hex): Promise<void> {
  const { accessList } = await rpc.request<AccessList>('eth_createAccessList', [{ to, data }, 'latest'])
  await keepSlots(
    { rpc },
    accessList.flatMap(({ address, storageKeys }) => storageKeys.map((slot) => [address, slot] as const)),
  )
}

async function keepSlots({ rpc }: FixtureRpc, slots: readonly (readonly [Address, Hex])[]): Promise<void> {
  await Promise.all(
    slots.map(async (slot) => {
      const value = await rpc.request('eth_getStorageAt', [...slot, 'latest'])
      await rpc.request('anvil_setStorageAt', [...slot, value])
    }),
  )
}
