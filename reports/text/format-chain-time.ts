/** Say when a block is: `2027-01-15 08:00:50 UTC`; undefined for what is beyond the dates. */
export function formatChainTime(timestampSeconds: string): string | undefined {
  const date = new Date(Number(timestampSeconds) * 1000)
  if (Number.isNaN(date.getTime())) return undefined
  return date.toISOString().replace('T', ' ').replace('.000Z', ' UTC')
}
