import { type Address, concat, type Hex, numberToHex } from 'viem'

/** Encode a path as the periphery reads it: token, fee, token, … */
export const encodePath = (tokens: readonly Address[], feeTiers: readonly number[]): Hex =>
  concat(
    tokens.flatMap((token, index) => {
      const feeTier = feeTiers[index]
      return feeTier === undefined ? [token] : [token, numberToHex(feeTier, { size: 3 })]
    }),
  )
