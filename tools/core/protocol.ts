import type { AddressBook } from './address-book.ts'
import type { Base } from './base.ts'
import type { CallDecoder, CallGuard, FormatDecoder } from './call-decoder.ts'
import type { ContractAccount } from './contract-account.ts'
import type { Fills } from './filler.ts'
import type { GrantKeeper } from './grant-keeper.ts'
import type { LossWitness } from './loss-witness.ts'
import type { Market } from './market.ts'
import type { PositionKeeper } from './position-keeper.ts'
import type { SignatureReader } from './signature-reader.ts'

/**
 * What stands behind a protocol's contracts here: published bytecode, a model of ours against the real interface, an own
 * contract, a stand-in for a service, nothing on chain, or a protocol that is no more.
 */
export type Standing = 'published' | 'model' | 'own' | 'service' | 'none' | 'dead'

/** What everything else needs to know of a protocol, beside its base. */
export interface ProtocolSpec {
  readonly title: string
  readonly standing: Standing
  readonly decoders?: readonly CallDecoder[]
  readonly guards?: readonly CallGuard[]
  readonly formats?: readonly FormatDecoder[]
  /** Signatures that it takes, by type. */
  readonly signatures?: readonly SignatureReader[]
  /** What an account has granted in it on a chain, and the calls that take it back. */
  readonly authority?: (book: AddressBook) => GrantKeeper | undefined
  /** Which positions an account has in it on a chain, and what ends them. */
  readonly unwind?: (book: AddressBook) => PositionKeeper | undefined
  /** By which events others change what an account has in it: a loss that they account for does not halt. */
  readonly explain?: (book: AddressBook) => LossWitness | undefined
  /** What its accounts are, which can operate a cage and approve as its owner. */
  readonly account?: ContractAccount
  /** What it does for plans of other protocols. */
  readonly fills?: Fills
  /** Where it trades tokens. */
  readonly market?: Market
  /** Its contract whose position tokens a cage counts; a cage knows one. */
  readonly positionManager?: string
  /** Functions that a cage may call by default, by contract; each spender that they make needs is the contract itself. */
  readonly cage?: Readonly<Record<string, readonly string[]>>
}

/** A protocol of the production stack. */
export interface Protocol extends ProtocolSpec {
  readonly id: string
  readonly base: Base
}

/**
 * Define a protocol over its base.
 *
 * @throws RangeError when it names a contract that its base does not know
 */
export function defineProtocol<B extends Base>(base: B, spec: ProtocolSpec): Protocol {
  const named = [
    ...(spec.decoders ?? []).flatMap(({ claims }) => claims.flatMap(({ contracts = [] }) => contracts)),
    ...(spec.signatures ?? []).flatMap(({ verifier }) =>
      typeof verifier === 'string' ? [] : [verifier.contract],
    ),
    ...Object.keys(spec.cage ?? {}),
    ...(spec.positionManager === undefined ? [] : [spec.positionManager]),
  ]
  const unknown = named.find((name) => !Object.hasOwn(base.contracts, name))
  if (unknown !== undefined) {
    throw new RangeError(`${base.id}: contract "${unknown}" is not in its base`)
  }
  return { id: base.id, base, ...spec }
}
