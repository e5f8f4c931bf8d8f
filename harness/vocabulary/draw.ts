import type * as fc from 'fast-check'
import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import type { Json } from '../../tools/core/json.ts'
import type { Call } from '../../tools/core/plan.ts'
import type { DrawnToken } from './amounts.ts'

/** Parameters of an action as a document holds them: amounts with their unit, accounts by name. */
export type DrawnParams = { readonly [parameter: string]: unknown }

/** A step of a document; permits are named by how many permits back they were asked for. */
export type DrawnStep = { readonly [key: string]: unknown }

/** What an action can be drawn from. */
export interface DrawScope {
  /** Draw an amount: mostly at a limit of the case, or at what the account holds, or a base unit beside it. */
  amountOf(token: DrawnToken): fc.Arbitrary<string>
  /** Draws a value that several acts of a case leave room for under its limits, in USDC base units. */
  readonly modestUsdc: fc.Arbitrary<bigint>
  /** Tokens that are paid with, some of them of no use. */
  readonly payable: readonly DrawnToken[]
  /** Accounts that a transfer names, those that lists approve first. */
  readonly recipients: readonly string[]
  /** Contracts and accounts that an approval names, those that lists approve first. */
  readonly spenders: readonly string[]
}

/** An action as it is drawn for every kind alike, where only the bytes count. */
export interface PlainTerms {
  readonly tokenIn: DrawnToken
  readonly tokenOut: DrawnToken
  /** Value in USDC cents at the opening prices. */
  readonly cents: number
  readonly account: Address
  readonly slippageBps: number
  /** The account's first position at a protocol, or a number that nobody has. */
  numberOf(protocol: string): string
  /** That value in base units of a token, or a share of it. */
  units(token: DrawnToken, share?: number): string
}

/** How an action of one kind is drawn. */
export interface KindDraw {
  /** How many times as often as others it comes; once unless said. */
  readonly often?: number
  /** The kind without which there is nothing that it could do. */
  readonly after?: string
  draw(scope: DrawScope): fc.Arbitrary<DrawnParams>
  /** Its parameters from terms that are drawn for every kind alike. */
  params?(terms: PlainTerms): { readonly [name: string]: Json }
}

/** Why a kind is not drawn. */
export interface UndrawnKind {
  readonly undrawn: string
}

/** What a hand-made call is made of. */
export interface CallTerms {
  readonly book: AddressBook
  readonly cage: Address
  readonly tokenIn: Address
  readonly tokenOut: Address
  /** Their symbols. */
  readonly pair: readonly [DrawnToken, DrawnToken]
  /** The account that it names. */
  readonly account: Address
  /** Of the first token; sometimes without end. */
  readonly amount: bigint
  readonly wei: bigint
  /** The account's first position at a protocol, or a number that nobody has. */
  numberOf(protocol: string): bigint
  /** Make a call; sometimes its data is damaged. */
  call(to: Address, data: Hex, valueWei?: bigint): Call
}

/** A hand-made call as a document holds it. */
export interface DrawnCall {
  readonly to: string
  readonly function: string
  readonly args: readonly unknown[]
}

/** Draws calls that belong together, with the approvals that they use. */
export type DrawCalls = (scope: DrawScope) => fc.Arbitrary<readonly DrawnCall[]>

/** What an account does over some time, and what others do meanwhile: each step meets what those before it left. */
export interface Course {
  /** The kind of its first act: who does not have it does none of it. */
  readonly opens: string
  draw(scope: DrawScope): fc.Arbitrary<readonly DrawnStep[]>
}

/** How an action of a protocol's kinds is drawn, and calls of it past every tool. */
export interface ProtocolDraw {
  readonly kinds: Readonly<Record<string, KindDraw | UndrawnKind>>
  readonly courses?: readonly Course[]
  /** Hand-made calls, by what they do. */
  readonly shapes?: Readonly<Record<string, (terms: CallTerms) => readonly Call[]>>
  /** Calls that only leave what is held, or take authority back. */
  readonly exits?: DrawCalls
  /** Calls that take exposure on; in pools that no exit goes through. */
  readonly purchases?: DrawCalls
  /** Calls that put tokens into a position, most often an outsider's. */
  readonly provisions?: DrawCalls
  /** Its contracts that may take tokens, as often as they are named. */
  readonly spenders?: readonly string[]
}
