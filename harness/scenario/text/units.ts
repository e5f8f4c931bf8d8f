const DAY_MS = 86_400_000
/** Milliseconds of each unit of a duration. */
const DURATION_UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: DAY_MS,
}

/** Longest duration: no clock that starts in this century leaves by it what feeds, stores and dates hold, in either direction. */
export const MAX_DURATION_DAYS = 18_250

const DURATION = /^([+-]?)(\d+)(?:\.(\d{1,3}))?(ms|s|m|h|d)$/
const AMOUNT = /^([+-]?\d+(?:\.\d+)?)\s+([A-Za-z][A-Za-z0-9]*)$/
const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

/** Read a duration such as `59.999s`, `10m` or `-1h` as whole milliseconds; undefined when it is none. */
export function parseDurationMs(text: string): number | undefined {
  const ms = measureMs(text)
  return ms !== undefined && Number.isSafeInteger(ms) ? ms : undefined
}

/** Tell whether a text is a duration that is longer than any may be. */
export const isTooLong = (text: string): boolean =>
  Math.abs(measureMs(text) ?? 0) > MAX_DURATION_DAYS * DAY_MS

/** What a duration comes to, exact or not. */
function measureMs(text: string): number | undefined {
  const match = DURATION.exec(text.trim())
  if (match === null) return undefined
  const [, sign, whole = '0', fraction = '', unit = 's'] = match
  const unitMs = DURATION_UNITS[unit] ?? 1
  const ms = Number(whole) * unitMs + (Number(fraction.padEnd(3, '0')) * unitMs) / 1_000
  return sign === '-' && ms > 0 ? -ms : ms
}

/** Split an amount such as `500 USDC` into its parts; undefined when it is none. */
export function splitAmount(text: string): { readonly decimal: string; readonly symbol: string } | undefined {
  const match = AMOUNT.exec(text.trim())
  return match === null ? undefined : { decimal: match[1] as string, symbol: match[2] as string }
}

/** Take the unit from an amount in US dollars, which may be written without it. */
export const withoutUsd = (text: string): string =>
  text.endsWith('USD') ? text.slice(0, -'USD'.length).trimEnd() : text

/** Read a decimal number as base units; undefined when it is none or has more decimals than the unit. */
export function parseDecimal(decimal: string, decimals: number): bigint | undefined {
  const match = DECIMAL.exec(decimal.trim())
  if (match === null) return undefined
  const [, sign, whole = '0', fraction = ''] = match
  if (fraction.length > decimals) return undefined
  const value = BigInt(whole) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0')
  return sign === '-' ? -value : value
}
