/** The places of the separators in a whole number; `toLocaleString` takes many times as long. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** Write base units as an exact decimal with grouped digits; `signed` puts a plus before gains. */
export function formatAmount(baseUnits: string, decimals: number, { signed = false } = {}): string {
  const amount = BigInt(baseUnits)
  const magnitude = amount < 0n ? -amount : amount
  const scale = 10n ** BigInt(decimals)
  const fraction = (magnitude % scale).toString().padStart(decimals, '0').replace(/0+$/, '')
  const whole = (magnitude / scale).toString().replace(THOUSANDS, ',')
  const sign = amount < 0n ? '−' : signed && amount > 0n ? '+' : ''
  return `${sign}${whole}${decimals > 0 && fraction !== '' ? `.${fraction}` : ''}`
}
