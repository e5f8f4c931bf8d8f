import type { Address } from 'viem'

/** Find a known address that another one imitates: same first and last four bytes, but not the same. */
export function findLookalike<Known extends { readonly address: Address }>(
  address: Address,
  known: readonly Known[],
): Known | undefined {
  const folded = address.toLowerCase()
  return known.find((candidate) => {
    const other = candidate.address.toLowerCase()
    return (
      other !== folded && other.slice(0, 10) === folded.slice(0, 10) && other.slice(-8) === folded.slice(-8)
    )
  })
}
