import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { readCassette } from '../cassette/cassette-file.ts'
import { createReplayEndpoint } from '../cassette/replay-endpoint.ts'
import { createRpcEndpoint, type RpcEndpoint } from '../chain/rpc-endpoint.ts'
import type { GenesisAccounts } from '../world/dump.ts'
import type { OriginAtRest } from '../world/origin-at-rest.ts'
import { createOriginEndpoint } from '../world/origin-endpoint.ts'

/** The embedded origin, prepared: its default cage stands already. */
export interface PreparedOrigin extends OriginAtRest {
  readonly cage: Address
}

/** What forks of the embedded origin start with. */
export type Prepared = Pick<PreparedOrigin, 'genesis' | 'cage'>

/** A chain behind a URL: the user's, or what records an upstream. */
interface RemoteOrigin {
  readonly url: string
  readonly prepared?: Prepared
}

/** An upstream as it was recorded: the bytes of a cassette. */
interface RecordedOrigin {
  readonly cassette: Uint8Array
  readonly prepared?: Prepared
}

/** Where forks come from; it crosses threads, so it is plain data. */
export interface Upstream {
  readonly blockNumber: bigint
  readonly timestampSeconds: number
  readonly book: AddressBook
  readonly origin: PreparedOrigin | RemoteOrigin | RecordedOrigin
}

/** Tell what forks of an upstream start with; undefined for a chain of the user's. */
export const preparedOf = ({ origin }: Upstream): Prepared | undefined =>
  'genesis' in origin ? origin : origin.prepared

/**
 * Open the way to an upstream: over the network where it is behind a URL.
 *
 * @param readAccounts - reads the accounts that a prepared one starts with, where they are read elsewhere too
 * @throws HarnessError CASSETTE_UNREADABLE
 */
export function openUpstream({ origin }: Upstream, readAccounts?: () => GenesisAccounts): RpcEndpoint {
  if ('url' in origin) return createRpcEndpoint(origin.url)
  return 'cassette' in origin
    ? createReplayEndpoint(readCassette(origin.cassette, 'the cassette of the run'))
    : createOriginEndpoint(origin, readAccounts)
}
