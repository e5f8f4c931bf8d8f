/** A fee that a node replaces by one that offers a tenth more. */
export const raisableFee = (mostWei: bigint) => (mostWei * 10n) / 11n
