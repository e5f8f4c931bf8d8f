import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { createChainReader } from '../../tools/core/chain-reader.ts'
import type { ForkControl } from '../chain/fork-control.ts'
import type { RpcClient } from '../chain/rpc-client.ts'
import { createReadClient } from '../chain/viem-client.ts'
import type { GenesisAccounts } from '../world/dump.ts'
import { deployFixtures, describeFixtures, type Fixtures } from '../world/fixtures.ts'
import { keepReads } from '../world/keep-reads.ts'
import { type ContractPins, codeOfChain, codeOfGenesis, readPins } from '../world/read-pins.ts'
import { listOwnTargets, listTargets } from '../world/safety-policy.ts'
import { type Prepared, preparedOf, type Upstream } from './upstream.ts'

/** Put the fixtures on a fork, unless its origin has them. */
export async function prepareFixtures(control: ForkControl, upstream: Upstream): Promise<Fixtures> {
  const { book } = upstream
  const prepared = preparedOf(upstream)
  if (prepared !== undefined) return describeFixtures(book, prepared.cage)
  const fixtures = await deployFixtures(control, { book })
  await keepReads(control, book, fixtures)
  return fixtures
}

/** Every contract whose code and implementation the policies of scenarios pin. */
function listPinned(book: AddressBook, { policy, cage }: Fixtures): readonly Address[] {
  const listed = [...listTargets(policy), ...listOwnTargets(book, cage)]
  return [...new Set(listed.map(({ address }) => address))]
}

/** Read the pins of an upstream whose accounts are at hand. */
export const readPreparedPins = (
  book: AddressBook,
  { cage }: Prepared,
  readAccounts: () => GenesisAccounts,
): Promise<ContractPins> =>
  readPins(codeOfGenesis(readAccounts()), listPinned(book, describeFixtures(book, cage)))

/** Read the pins from a fork that no scenario had yet. */
export const readForkedPins = (
  rpc: RpcClient,
  book: AddressBook,
  fixtures: Fixtures,
): Promise<ContractPins> =>
  readPins(
    codeOfChain(createChainReader(createReadClient(rpc, book.chainId), book.chainId)),
    listPinned(book, fixtures),
  )
