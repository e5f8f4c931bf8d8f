import type { Address } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { createRpcEndpoint, type RpcEndpoint } from '../chain/rpc-endpoint.ts'
import type { OriginAtRest } from '../world/origin-at-rest.ts'
import { createOriginEndpoint } from '../world/origin-endpoint.ts'

/** The embedded origin, prepared: its default cage stands already. */
export interface PreparedOrigin extends OriginAtRest {
  readonly cage: Address
}

/** Where forks come from; it crosses threads, so it is plain data. */
export interface Upstream {
  readonly blockNumber: bigint
  readonly timestampSeconds: number
  readonly book: AddressBook
  /** The embedded origin, or a chain of the user's. */
  readonly origin: PreparedOrigin | { readonly url: string }
}

/** Open the way to an upstream: over the network where it is a chain of the user's. */
export const openUpstream = ({ origin }: Upstream): RpcEndpoint =>
  'url' in origin ? createRpcEndpoint(origin.url) : createOriginEndpoint(origin)
