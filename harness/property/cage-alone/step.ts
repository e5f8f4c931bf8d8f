import type { Asset, KnownCage } from './known-cage.ts'

/** Who sends a call. */
export type Sender = 'owner' | 'operator' | 'guardian' | 'stranger'

/** A call within an action of the cage. */
export type InnerCall =
  | { readonly call: 'approve'; readonly asset: Asset; readonly amount: bigint }
  | {
      readonly call: 'swap'
      readonly assetIn: Asset
      readonly amountIn: bigint
      readonly assetOut: Asset
      readonly amountOut: bigint
    }
  | { readonly call: 'transfer'; readonly asset: Asset; readonly amount: bigint }
  /** One of the venue that no cage approves. */
  | { readonly call: 'unlisted' }

/** What is sent to the chain. */
export type Operation =
  | {
      readonly to: 'execute'
      readonly calls: readonly InnerCall[]
      readonly deadlineSeconds: number
      readonly permit: number
      readonly signature: 'none' | 'guardian' | 'forged'
    }
  | { readonly to: 'deposit' | 'withdraw'; readonly asset: Asset; readonly amount: bigint }
  | { readonly to: 'mint' | 'burn'; readonly asset: Asset; readonly amount: bigint }
  | { readonly to: 'mute'; readonly asset: Asset; readonly isMute: boolean }
  | { readonly to: 'force'; readonly wei: bigint }
  | {
      readonly to: 'feed'
      readonly asset: Asset
      readonly answer: bigint
      readonly updatedAtSeconds?: number
    }
  | { readonly to: 'poke' | 'pause' | 'queue-unpause' | 'unpause' | 'wait' }

/** How a call ends: by the name of the cage's error, or in one of somebody else. */
export type Ending = string
export const ACCEPTED: Ending = 'accepted'
/** A revert that is none of the cage's. */
export const FOREIGN: Ending = 'a revert of another contract'

/** One call with what the model foresees of it. */
export interface Step {
  readonly by: Sender
  readonly operation: Operation
  readonly ending: Ending
  /** What is known then, this second included. */
  readonly next: KnownCage
}
