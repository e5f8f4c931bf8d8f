import type { Address } from 'viem'
import type { RiskTier } from '../../tools/core/tool-def.ts'
import type { ActionClass } from '../../tools/safety/policy/phases.ts'
import type { ModelCall } from './model-call.ts'
import type { Quote, ReadPorts, TokenAmount, TradeTerms } from './terms.ts'

/** Tokens that are given for another one. */
export interface Trade extends TradeTerms {
  readonly kind: 'trade'
  readonly slippageBps: number
  /** Codes with which its tool may refuse when nothing is quoted. */
  readonly refusals: readonly string[]
  /** Ask the venue; `way` holds it to one that was promised. Undefined when it gives nothing. */
  quote(ports: ReadPorts, way?: unknown): Promise<Quote | undefined>
  /** Set once it was previewed: what a commit is held to. */
  readonly promised?: Quote
}

/** Authority that another account has over a token for some time. */
export interface Grant {
  readonly kind: 'grant'
  /** Whether it is a transaction, or a message for which a cage answers until then. */
  readonly by: 'transaction' | 'message'
  readonly token: string
  readonly spender: Address
  readonly amount: bigint
  /** The first amount that counts as no limit at all. */
  readonly unlimitedFrom: bigint
  readonly untilSeconds: number
}

/** A change of a position. */
export interface PositionChange {
  readonly kind: 'position'
  readonly change: 'open' | 'increase' | 'decrease' | 'collect' | 'close' | 'set'
  /** What it may be classed as, where the change alone does not say; what a setting is classed as. */
  readonly classes?: readonly ActionClass[]
  /** Whether it lends, borrows or secures debt: if the market takes it and how healthy it leaves the account nobody can tell. */
  readonly lends?: true
  /** What may go into it. */
  readonly gives: readonly TokenAmount[]
  /** Tokens that come out of it. */
  readonly gets?: readonly string[]
  readonly riskTier?: RiskTier
  readonly toleranceBps: number
  /** Whether it is bounded by an amount instead: how far that is from the price nobody can tell. */
  readonly isBoundByAmount?: true
  /** Until when others may take what it gives, where they take it later. */
  readonly untilSeconds?: number
  /** Find whose an existing position is; undefined when nobody has it. */
  findOwner?(ports: ReadPorts): Promise<Address | undefined>
  /** Whether what it gives last is a payment to the operator. */
  readonly paysOperator?: true
  /** Codes with which its tool may refuse: the position may not be there, or not be as it is taken to be. */
  readonly refusals: readonly string[]
}

/** All that there is of some tokens goes to one recipient. */
export interface Sweep {
  readonly kind: 'sweep'
  /** Every asset unless named. */
  readonly tokens?: readonly string[]
  readonly to: Address
  /** Codes with which its tool may refuse when nothing is there, or nobody knows a token. */
  readonly refusals: readonly string[]
}

/** What a command is meant to do. */
export type Intent =
  | {
      readonly kind: 'calls'
      readonly calls: readonly ModelCall[]
      readonly delegates: boolean
      /** Whether the calls come past the tools, which would refuse some of them. */
      readonly isRaw: boolean
      readonly riskTier?: RiskTier
      /** Codes with which their tool may refuse. */
      readonly refusals?: readonly string[]
    }
  | Trade
  | Grant
  /** Takes authority back. */
  | { readonly kind: 'revoke' }
  | PositionChange
  | Sweep
  /** An act of the operator's own account, which costs gas and moves nothing. */
  | { readonly kind: 'operate'; readonly class: ActionClass }
  /** A request that nobody can understand. */
  | { readonly kind: 'malformed' }

/** An action that is one call, through a tool. */
export const callOf = (
  call: ModelCall,
  tool: Pick<Extract<Intent, { kind: 'calls' }>, 'riskTier' | 'refusals'> = {},
): Intent => ({
  kind: 'calls',
  calls: [call],
  delegates: false,
  isRaw: false,
  ...tool,
})
