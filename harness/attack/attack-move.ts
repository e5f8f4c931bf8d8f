import type { AnswerLies } from '../chain/lying-rpc.ts'

/** One hostile move; amounts are shares of what the cage holds, in per cent. */
export type AttackMove =
  | { readonly move: 'pay'; readonly token: string; readonly percent: number }
  | {
      readonly move: 'swap'
      readonly route: string
      readonly percent: number
      readonly skewBps: number
    }
  | { readonly move: 'add-liquidity'; readonly percent: number; readonly skewBps: number }
  | { readonly move: 'close-liquidity'; readonly skewBps: number }
  | {
      readonly move: 'lend'
      /** The protocol. */
      readonly at: string
      readonly act: 'supply' | 'borrow' | 'repay' | 'withdraw'
      /** Of what is held of the collateral, of what it is worth, of what is owed, of what is supplied. */
      readonly percent: number
    }
  | { readonly move: 'hijack'; readonly route: string; readonly cents: number }
  | { readonly move: 'wait'; readonly hours: number }
  /** Prepare a payment now, and carry it out with a later move. */
  | { readonly move: 'prepare'; readonly token: string; readonly percent: number }
  | { readonly move: 'use' }
  /** Skew the pools, then bring a halt about; where it is so ordered, what carries risk is sold as things stand. */
  | { readonly move: 'halt'; readonly skewBps: number; readonly sells: boolean }
  /** Let the node that the stack asks first lie from now on, or tell the truth. */
  | { readonly move: 'lie'; readonly about: keyof typeof LIES | 'prices' }

/** What the first node lies about. */
export const LIES = {
  nothing: undefined,
  receipts: { reverts: true },
  effects: { movesNothing: true },
} as const satisfies Readonly<Record<string, AnswerLies | undefined>>
