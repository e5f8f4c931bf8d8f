import type { Address } from 'viem'

/** One call, by what it does. */
export type ModelCall =
  | { readonly kind: 'transfer'; readonly token: string; readonly to: Address; readonly amount: bigint }
  | { readonly kind: 'approve'; readonly token: string; readonly spender: Address; readonly amount: bigint }
  /** So much of one token becomes as much of another. */
  | { readonly kind: 'convert'; readonly from: string; readonly to: string; readonly amount: bigint }
  /** A function that no list has. */
  | { readonly kind: 'foreign' }
